import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StatusSentences } from '../../../app/shell/status-sentences.tsx';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { StatusScreen } from './status-screen.tsx';

let stub: StubApi;
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sitewatch = 'Sitewatch at Joliet doesn’t work: sign-ups will be completed later.';

it('the page shows what works at each site', async () => {
  const works = { works: true, sentences: [] };
  const sites = [
    { name: 'Boise', ...works },
    { name: 'Joliet', works: false, sentences: [sitewatch] },
  ];
  stub.on('GET /status', { body: { at: '2026-11-21T12:00:00.000Z', company: { works: true, sentences: ['Everything works.'] }, sites } });
  renderScreen(<StatusScreen />, { path: '/status' });
  const joliet = (await screen.findByText('Joliet')).closest('li')!;
  expect(within(joliet).getByText(sitewatch)).toBeTruthy();
  expect(screen.getAllByText('Works')).toHaveLength(2);
});

it('the line is shown only while something doesn’t work', async () => {
  stub.on('GET /status/site', { body: { works: false, sentences: ['Cards work.', sitewatch] } });
  renderScreen(<StatusSentences />, { path: '/search' });
  expect((await screen.findByRole('status')).textContent).toContain(`Cards work. ${sitewatch}`);
  cleanup();
  stub.on('GET /status/site', { body: { works: true, sentences: ['Everything works.'] } });
  renderScreen(<StatusSentences />, { path: '/search' });
  await vi.waitFor(() => expect(stub.calls('GET /status/site').length).toBeGreaterThan(1));
  expect(screen.queryByRole('status')).toBeNull();
});
