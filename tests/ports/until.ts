import { until as poll } from '@washdesk/local-servers/processes/wait';

/**
 * Waits for a change that another part makes.
 * @returns the result of `look`, once it is truthy
 * @throws Error naming `what` after the time limit
 */
export function until<T>(what: string, look: () => T, withinMs?: number): Promise<NonNullable<T>> {
  return poll(() => look() || null, { what, withinMs, everyMs: 10 });
}
