import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for something that another part brings about.
 * @returns what `look` returned, once that is truthy
 * @throws Error naming `what` when it never is within `withinMs`
 */
export async function until<T>(what: string, look: () => T, withinMs = 5_000): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`never seen within ${withinMs} ms: ${what}`);
    await sleep(10);
  }
}
