import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '@washdesk/contracts/access/auth';
import { fails, ok, stubFetch } from '../fetch.fixture.ts';
import { createSessionManager } from './session-manager.ts';
import type { TabChannel } from './session-manager.ts';
import { serialRunner } from './tab-channel.ts';

const session = (accessToken: string): Session => ({
  sessionId: '0193a000-0000-7000-8000-000000000001',
  accessToken,
  expiresIn: 600,
  user: { name: 'Casey Nguyen', userid: 'casey', employeeId: 1001, roles: 1 },
  site: 12,
  locationId: null,
  terminal: null,
});

/** Two tabs of one browser: one lock, and each receives the other's messages. */
function twoTabs({ deliver = (message: () => void) => message() } = {}) {
  const exclusively = serialRunner();
  const ears: ((news: unknown) => void)[] = [];
  const line = (own: number): TabChannel => ({
    exclusively,
    post: (news) => ears.forEach((hear, index) => index !== own && deliver(() => hear(structuredClone(news)))),
    listen: (hear) => (ears[own] = hear),
  });
  return [createSessionManager(line(0)), createSessionManager(line(1))] as const;
}

afterEach(() => vi.unstubAllGlobals());

describe('refresh', () => {
  it('is sent once for all calls and all tabs that saw the same stale token', async () => {
    const sent = stubFetch({ 'POST /auth/refreshtoken': ok(session('new')) });
    const [one, other] = twoTabs();
    one.adopt(session('old'));
    const outcomes = await Promise.all([one.refresh('old'), one.refresh('old'), other.refresh('old')]);
    expect(outcomes).toEqual(['renewed', 'renewed', 'renewed']);
    expect(sent).toHaveLength(1);
    expect([one.accessToken(), other.accessToken()]).toEqual(['new', 'new']);
  });

  it('is sent once also where the other tab hears of it after its own turn has come', async () => {
    const sent = stubFetch({ 'POST /auth/refreshtoken': ok(session('new')) });
    const [one, other] = twoTabs({ deliver: (message) => setTimeout(message, 20) });
    one.adopt(session('old'));
    await expect.poll(() => other.accessToken()).toBe('old');
    expect(await Promise.all([one.refresh('old'), other.refresh('old')])).toEqual(['renewed', 'renewed']);
    expect(sent).toHaveLength(1);
    expect(other.accessToken()).toBe('new');
  });

  it('is tried by the other tab where the first one learned nothing', async () => {
    vi.useFakeTimers();
    const sent = stubFetch({ 'POST /auth/refreshtoken': fails(503, 'unavailable', 'Try later') });
    const [one, other] = twoTabs();
    one.adopt(session('old'));
    const both = Promise.all([one.refresh('old'), other.refresh('old')]);
    await vi.runAllTimersAsync();
    expect(await both).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
    expect(sent).toHaveLength(2);
    vi.useRealTimers();
  });

  it('ends the session in every tab on a 403', async () => {
    stubFetch({ 'POST /auth/refreshtoken': fails(403, 'session_ended', 'Sign in again') });
    const [one, other] = twoTabs();
    const heard: (Session | null)[] = [];
    other.onChange((changed) => heard.push(changed));
    one.adopt(session('old'));
    expect(await one.refresh('old')).toBe('ended');
    expect([one.accessToken(), other.accessToken()]).toEqual([null, null]);
    expect(heard.at(-1)).toBeNull();
  });

  it.each([
    ['an outage', fails(503, 'unavailable', 'Try later'), 'unavailable'],
    ['an address that is refused', fails(401, 'unauthorized', 'Not allowed by CORS'), 'unauthorized'],
    ['an answer that is no session', ok({ accessToken: 'x' }), 'unexpected_answer'],
  ])('keeps the session on %s, and says what happened', async (_what, answer, code) => {
    stubFetch({ 'POST /auth/refreshtoken': answer });
    const [one] = twoTabs();
    one.adopt(session('old'));
    expect(await one.refresh('old')).toMatchObject({ code });
    expect(one.accessToken()).toBe('old');
  });

  it('keeps the session when the server cannot be reached', async () => {
    stubFetch({});
    const [one] = twoTabs();
    one.adopt(session('old'));
    expect(await one.refresh('old')).toMatchObject({ code: 'unreachable', status: null });
    expect(one.accessToken()).toBe('old');
  });
});

describe('news from another tab', () => {
  it('that are none of ours change nothing', () => {
    let hear: (news: unknown) => void = () => undefined;
    const sessionManager = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: (ear) => (hear = ear) });
    sessionManager.adopt(session('mine'));
    for (const news of [undefined, 'ended', {}, { session: 'x' }, { session: { accessToken: 'y' } }]) hear(news);
    expect(sessionManager.accessToken()).toBe('mine');
    hear({ session: null });
    expect(sessionManager.accessToken()).toBeNull();
  });
});
