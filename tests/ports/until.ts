import { until as poll } from '@washdesk/local-servers/processes/wait';

/**
 * Waits for something that another part brings about.
 * @returns what `look` returned, once that is truthy
 * @throws Error naming `what` when the time is over
 */
export function until<T>(what: string, look: () => T, withinMs?: number): Promise<NonNullable<T>> {
  return poll(() => look() || null, { what, withinMs, everyMs: 10 });
}
