import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '@washdesk/contracts/access/auth';
import { api } from '../lib/api/api.ts';
import { readRegisterContext } from '../lib/register-context.ts';
import { createSessionManager } from '../lib/session/session-manager.ts';
import { serialRunner } from '../lib/session/tab-channel.ts';
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

function begin() {
  const sessionManager = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
  createStore({ session: sessionManager, registerContext: readRegisterContext('', ''), workplace: { locationId: null, readerId: null } });
  return sessionManager;
}

afterEach(() => vi.restoreAllMocks());

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
