import { until as poll } from '@washdesk/local-servers/processes/wait';

/**
 * Calls `ask` until its result is neither null nor undefined.
 * @param withinMs on a quiet machine; it ends a hang and is longer on a slow one
 * @throws Error with `what` after the time limit
 */
export function until<T>(what: string, ask: () => Promise<T | null | undefined> | T | null | undefined, withinMs?: number): Promise<T> {
  return poll(ask, { what, withinMs, everyMs: 50 });
}
