import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** What is awaited, as it stands in the error: "PostgreSQL answers". */
  readonly what: string;
  readonly withinMs: number;
  readonly everyMs?: number;
}

/**
 * Asks until the answer is not null and returns it.
 * @throws Error when the time is over; an error that `ask` throws ends the waiting at once
 */
export async function until<T>(ask: () => T | null | Promise<T | null>, { what, withinMs, everyMs = 25 }: WaitOptions): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms without success: ${what}.`);
    await sleep(everyMs);
  }
}
