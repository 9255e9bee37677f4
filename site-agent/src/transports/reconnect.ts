import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay, type Backoff } from './backoff.ts';

export interface Reconnecting {
  /** Opens the connection, uses it and ends when it is lost, by returning or by throwing. Must end soon after `signal` aborts. */
  session: (signal: AbortSignal) => Promise<void>;
  /** Called after every session that was not stopped. */
  onLost: (error: unknown) => void;
  backoff?: Backoff | undefined;
  /** The wait between two sessions; default `pause`. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Connection {
  /** Ends the running session and waits for its end. No new one begins. */
  stop(): Promise<void>;
}

const defaultBackoff: Backoff = { minMs: 200, maxMs: 5_000 };

/** Milliseconds after which a session counts as good: the next failure then restarts the backoff. */
const steadyMs = 5_000;

/** Runs sessions one after the other without limit, with jittered waits in between; each session opens a new connection. */
export function keepConnected({ session, onLost, backoff = defaultBackoff, wait = pause }: Reconnecting): Connection {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const began = performance.now();
      const error = await outcome(session(signal));
      if (signal.aborted) return;
      onLost(error);
      if (performance.now() - began >= steadyMs) failures = 0;
      await wait(backoffDelay(failures, backoff, Math.random()), signal);
      failures += 1;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function outcome(session: Promise<void>): Promise<unknown> {
  try {
    await session;
    return new Error('connection closed');
  } catch (error) {
    return error;
  }
}

/** Waits, or returns at once when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
