import { z } from 'zod';
import { session as sessionSchema } from '@washdesk/contracts/access/auth';
import type { Session } from '@washdesk/contracts/access/auth';
import { unexpectedAnswer } from '../api/call-failure.ts';
import type { CallFailure } from '../api/call-failure.ts';
import type { ApiCall } from '../api/contract-call.ts';
import { send } from '../api/send.ts';

/** A failure means that it is unknown whether the session has ended; the caller may try again later. */
export type RefreshOutcome = 'renewed' | 'ended' | CallFailure;

/** Communication between the tabs of one browser. */
export interface TabChannel {
  /** Runs `task` in one tab at a time. `waited` is true if another tab was running it. */
  exclusively: <T>(task: (waited: boolean) => Promise<T>) => Promise<T>;
  post: (message: unknown) => void;
  listen: (onMessage: (message: unknown) => void) => void;
}

/** Holds this browser's session: the access token in memory only, one refresh at a time across all tabs. */
export interface SessionManager {
  accessToken: () => string | null;
  /** The signed-in user; empty for none. */
  userId: () => string;
  /** Called after a sign-in, or with a renewed session. */
  adopt: (session: Session) => void;
  /** `stale` is the rejected token: if another call or tab has already replaced it, nothing is sent. */
  refresh: (stale: string | null) => Promise<RefreshOutcome>;
  /** Called after a sign-out. */
  end: () => void;
  /** Called with each new or renewed session, and with null when it ends, in any tab. */
  onChange: (listener: (session: Session | null) => void) => void;
}

/** Another tab's message may still be on its way when its turn ends; a tab that received nothing sends nothing. */
const messageOnItsWayMs = 1_000;

/** Message between tabs: null when the session ended. */
const tabMessage = z.object({ session: sessionSchema.nullable() });

const refreshCall: ApiCall = {
  method: 'POST',
  path: '/auth/refreshtoken',
  body: {},
  anonymous: true,
  answer: 'json',
  timeoutMs: 10_000,
};

export function createSessionManager(tabs: TabChannel): SessionManager {
  const listeners: ((session: Session | null) => void)[] = [];
  const waitingForMessage = new Set<() => void>();
  let current: Session | null = null;

  const accessToken = () => current?.accessToken ?? null;
  const setSession = (session: Session | null) => {
    current = session;
    for (const listener of listeners) listener(session);
  };
  const setSessionInAllTabs = (session: Session | null) => {
    setSession(session);
    tabs.post({ session });
  };

  tabs.listen((message) => {
    const parsed = tabMessage.safeParse(message);
    if (parsed.success) setSession(parsed.data.session);
    for (const heard of waitingForMessage) heard();
  });

  const nextMessage = (): Promise<void> =>
    new Promise((resolve) => {
      const heard = (): void => {
        clearTimeout(timer);
        waitingForMessage.delete(heard);
        resolve();
      };
      const timer = setTimeout(heard, messageOnItsWayMs);
      waitingForMessage.add(heard);
    });

  const refreshNow = async (stale: string | null, waited: boolean): Promise<RefreshOutcome> => {
    if (waited && accessToken() === stale) await nextMessage();
    if (accessToken() !== stale) return current ? 'renewed' : 'ended';
    const { data, error } = await send(refreshCall, null);
    if (error && error.status !== 403) return error;
    const renewed = error ? null : sessionSchema.safeParse(data);
    if (renewed?.success === false) return unexpectedAnswer();
    setSessionInAllTabs(renewed?.data ?? null);
    return renewed ? 'renewed' : 'ended';
  };

  /** Calls of this tab with the same stale token share one refresh and its failure. */
  let running: { stale: string | null; outcome: Promise<RefreshOutcome> } | null = null;
  const refresh = (stale: string | null): Promise<RefreshOutcome> => {
    if (running?.stale === stale) return running.outcome;
    const own = { stale, outcome: tabs.exclusively((waited) => refreshNow(stale, waited)) };
    running = own;
    const end = (): void => {
      if (running === own) running = null;
    };
    own.outcome.then(end, end);
    return own.outcome;
  };

  return {
    accessToken,
    userId: () => current?.user.userid ?? '',
    adopt: setSessionInAllTabs,
    refresh,
    end: () => setSessionInAllTabs(null),
    onChange: (listener) => listeners.push(listener),
  };
}
