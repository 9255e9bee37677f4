import { setTimeout as sleep } from 'node:timers/promises';
import { scaledTimeout } from './timeouts.ts';

export interface WaitOptions {
  /** The awaited condition, as used in messages: "PostgreSQL answers". */
  readonly what: string;
  /** For a quiet machine; a slow one waits longer. */
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/**
 * Polls until the result is neither null nor undefined and returns it.
 * @throws Error on a timeout; an error thrown by `ask` ends the waiting at once
 */
export function until<T>(
  ask: () => T | null | undefined | Promise<T | null | undefined>,
  { what, withinMs = 120_000, everyMs = 25 }: WaitOptions,
): Promise<T> {
  const poll = async (): Promise<T> => {
    const began = performance.now();
    for (;;) {
      const answer = await ask();
      if (answer !== null && answer !== undefined) return answer;
      const waitedMs = performance.now() - began;
      if (waitedMs > scaledTimeout(withinMs)) throw new Error(`Timed out after ${seconds(waitedMs)} waiting for: ${what}.`);
      await sleep(everyMs);
    }
  };
  return reportSlow(what, poll());
}

const reportEveryMs = 20_000;

/** Reports on stderr from time to time that the work is still running. */
export async function reportSlow<T>(what: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  const timer = setInterval(() => console.error(`Still waiting after ${seconds(performance.now() - began)} for: ${what}`), reportEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
