import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { startupAnswers, renderApp } from '../app.fixture.tsx';

let sent: ReturnType<typeof stubFetch>;
const reports = () => sent.filter(({ path }) => path === '/status/error').map(({ body }) => body);

beforeEach(async () => {
  sent = stubFetch({ ...startupAnswers, 'POST /status/error': ok({ id: '0193a000-0000-7000-8000-0000000000e1' }) });
  renderApp('/login');
  await screen.findByRole('textbox', { name: 'Username' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const throwLater = (error: unknown): boolean => window.dispatchEvent(new ErrorEvent('error', { error }));
const reject = (reason: unknown): boolean => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const noAnswer = { status: 503, code: 'unavailable', message: 'The printer is on fire', requestId: 'request-1' };

async function dismiss(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Ok' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it.each([
  ['a press that throws', () => throwLater(new Error('spoon is not a function')), 'Unknown Error Occurred', 'spoon is not a function'],
  ['an unhandled rejection', () => reject(noAnswer), 'The printer is on fire', 'unavailable The printer is on fire request-1'],
])('%s is reported and told in the generic modal', async (_what, happen, words, reported) => {
  happen();
  const dialog = await screen.findByRole('dialog', { name: 'An Error Has Occurred' });
  expect(dialog.textContent).toContain(words);
  expect(reports()).toMatchObject([{ error: { message: reported }, path: window.location.pathname }]);
  await dismiss();
});

it('several at once are all reported and told in one; after Ok the next is told again', async () => {
  reject(noAnswer);
  reject({ ...noAnswer, message: 'So is the other' });
  expect(await screen.findByText('The printer is on fire')).toBeTruthy();
  expect(screen.getByText('Request request-1')).toBeTruthy();
  expect(reports()).toHaveLength(2);
  expect(screen.queryByText('So is the other')).toBeNull();
  await dismiss();
  reject({ ...noAnswer, message: 'Now the third' });
  expect(await screen.findByText('Now the third')).toBeTruthy();
  await dismiss();
});

it('a notice of the browser that has no error is neither', () => {
  throwLater(null);
  expect(reports()).toEqual([]);
});
