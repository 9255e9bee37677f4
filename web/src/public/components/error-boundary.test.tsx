import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { reportError } from '../lib/report-error.ts';
import { ErrorBoundary } from './error-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function Broken(): never {
  throw new RangeError('no such plan');
}

it('a page that breaks says so, and reports the error without the address’s query', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/online?session_id=cs_secret');
  const sent = stubFetch({ 'POST /status/error': ok({ id: '1' }) });
  const texts = { heading: 'Something went wrong.', sentence: 'The error has been reported.', again: 'Load Again' };
  render(
    <ErrorBoundary texts={texts} onCaught={reportError}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe('The error has been reported.');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ error: { name: 'RangeError', message: 'no such plan' }, path: '/online' });
  expect(JSON.stringify(sent[0]?.body)).not.toContain('cs_secret');
});
