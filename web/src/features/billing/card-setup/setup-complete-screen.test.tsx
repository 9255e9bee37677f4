import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SetupCompleteScreen } from './setup-complete-screen.tsx';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['?setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded', 'Card saved'],
  ['?redirect_status=processing', 'In progress'],
  ['?redirect_status=requires_action', 'Not finished'],
  ['?redirect_status=failed', 'Card not saved'],
  ['?redirect_status=canceled', 'Canceled'],
  ['', 'Unknown result'],
  ['?redirect_status=toString', 'Unknown result'],
])('says what the address %s tells, and asks nobody', async (query, words) => {
  renderScreen(<SetupCompleteScreen />, { path: '/setupintentcomplete', address: `/setupintentcomplete${query}` });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/seti_1/)).toBeNull();
  expect(stub.calls('GET /setupintents')).toEqual([]);
});
