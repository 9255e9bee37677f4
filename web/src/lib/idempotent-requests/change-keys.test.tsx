import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '@washdesk/contracts/access/auth';
import { addPromo } from '@washdesk/contracts/company/choice';
import { api } from '../api/api.ts';
import type { ApiContext } from '../api/base-query.ts';
import { fromContract } from '../api/contract-call.ts';
import { fails, ok, stubFetch, type StubAnswer } from '../fetch.fixture.ts';
import { createSessionManager } from '../session/session-manager.ts';
import { serialRunner } from '../session/tab-channel.ts';

const { addPromoHere } = api.injectEndpoints({
  endpoints: (build) => ({ addPromoHere: build.mutation(fromContract(addPromo)) }),
}).endpoints;

const sessionOf = (userid: string): Session => ({
  sessionId: '0193a000-0000-7000-8000-000000000001',
  accessToken: 'token',
  expiresIn: 600,
  user: { name: 'Casey Nguyen', userid, employeeId: 1001, roles: 1 },
  site: 12,
  locationId: null,
  terminal: null,
});

const added = ok({ id: 7, description: 'Two for one', active: true });
const lost = (): never => {
  throw new TypeError('the line is cut');
};

/** Returns a tab after a load. */
function openTab(answer: () => StubAnswer) {
  const sent = stubFetch({ 'POST /promo': () => answer() });
  const session = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
  const context: ApiContext = { session };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }).concat(api.middleware),
  });
  return {
    session,
    /** @returns the call's key */
    press: async (description: string): Promise<string | undefined> => {
      await store.dispatch(addPromoHere.initiate({ body: { description } }));
      return sent.at(-1)?.headers['idempotency-key'];
    },
  };
}

describe('the key of a change', () => {
  let answer: () => StubAnswer;
  let tab: ReturnType<typeof openTab>;
  const reload = () => {
    tab = openTab(() => answer());
  };

  beforeEach(() => {
    answer = () => added;
    reload();
  });
  afterEach(() => {
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });

  it('stays the same after a lost answer, over a reload too, and ends with the answer', async () => {
    answer = lost;
    const key = await tab.press('Two for one');
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(await tab.press('Two for one')).toBe(key);
    reload();
    answer = () => added;
    expect(await tab.press('Two for one')).toBe(key);
    expect(await tab.press('Two for one')).not.toBe(key);
  });

  it('ends with a refusal, and stays where the answer leaves the outcome open', async () => {
    answer = () => fails(409, 'reason_exists', 'There is one');
    const refused = await tab.press('Two for one');
    answer = () => fails(409, 'in_progress', 'In progress');
    const open = await tab.press('Two for one');
    expect(open).not.toBe(refused);
    answer = () => fails(503, 'database_away', 'Try again');
    expect(await tab.press('Two for one')).toBe(open);
    answer = () => ok({ nothing: 'that the contract allows' });
    expect(await tab.press('Two for one')).toBe(open);
  });

  it('is another for other entries and for another person', async () => {
    answer = lost;
    tab.session.adopt(sessionOf('casey'));
    const key = await tab.press('Two for one');
    expect(await tab.press('Three for one')).not.toBe(key);
    tab.session.adopt(sessionOf('ann'));
    expect(await tab.press('Two for one')).not.toBe(key);
    tab.session.adopt(sessionOf('casey'));
    expect(await tab.press('Two for one')).toBe(key);
  });

  it('ends with any other change that was made, which may have undone this one', async () => {
    answer = lost;
    const key = await tab.press('Two for one');
    answer = () => added;
    await tab.press('Three for one');
    expect(await tab.press('Two for one')).not.toBe(key);
  });

  it('is the same for ten minutes', async () => {
    answer = lost;
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const key = await tab.press('Two for one');
      vi.advanceTimersByTime(599_999);
      expect(await tab.press('Two for one')).toBe(key);
      vi.advanceTimersByTime(1);
      expect(await tab.press('Two for one')).not.toBe(key);
    } finally {
      vi.useRealTimers();
    }
  });
});
