import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '@washdesk/contracts/access/auth';
import { systemMessage } from '@washdesk/contracts/members/communication';
import { api } from '../lib/api/api.ts';
import { fromContract } from '../lib/api/contract-call.ts';
import { readRegisterContext } from '../lib/register-context.ts';
import { createSessionManager } from '../lib/session/session-manager.ts';
import { serialRunner } from '../lib/session/tab-channel.ts';
import { stubApi } from '../testing/api.ts';
import { createStore } from './store.ts';

const session = (userid: string, site: number | null, accessToken = 'token'): Session => ({
  sessionId: '0193a000-0000-7000-8000-000000000001',
  accessToken,
  expiresIn: 600,
  user: { name: userid, userid, employeeId: 1, roles: 1 },
  site,
  locationId: null,
  terminal: null,
});

const manager = () => createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
const outside = { registerContext: readRegisterContext('', ''), workplace: { locationId: null, readerId: null } };

function begin() {
  const sessionManager = manager();
  createStore({ session: sessionManager, ...outside });
  return sessionManager;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('shows a call’s result by the time its caller continues', async () => {
  stubApi().on('GET /communication/systemmessage', { body: { message: null } });
  const store = createStore({ session: manager(), ...outside });
  const shown: string[] = [];
  const read = api.injectEndpoints({ endpoints: (build) => ({ readMessage: build.mutation(fromContract(systemMessage)) }) }).endpoints
    .readMessage;
  const call = store.dispatch(read.initiate({}));
  store.subscribe(() => shown.push(read.select(call.requestId)(store.getState()).status));
  await call;
  expect(shown.at(-1)).toBe('fulfilled');
});

describe('what was fetched', () => {
  it.each([
    ['is asked for again after a sign-in', null, session('casey', 12), 'asked again'],
    ['is asked for again once the session has its site', session('casey', null), session('casey', 12), 'asked again'],
    ['stays over a refreshed token', session('casey', 12), session('casey', 12, 'newer'), 'kept'],
    ['is forgotten when someone else signs in', session('casey', 12), session('morgan', 12), 'forgotten'],
    ['is forgotten when the site changes', session('casey', 12), session('casey', 27), 'forgotten'],
    ['is forgotten after a sign-out', session('casey', 12), null, 'forgotten'],
  ])('%s', (_what, before, after, wanted) => {
    const sessionManager = begin();
    if (before) sessionManager.adopt(before);
    const reset = vi.spyOn(api.util, 'resetApiState');
    const invalidate = vi.spyOn(api.util, 'invalidateTags');
    if (after) sessionManager.adopt(after);
    else sessionManager.end();
    const happened = reset.mock.calls.length ? 'forgotten' : invalidate.mock.calls.length ? 'asked again' : 'kept';
    expect(happened).toBe(wanted);
  });
});
