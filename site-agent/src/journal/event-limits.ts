import type { DurableEventKind } from '@washdesk/site-protocol/events';

/**
 * What happens to an event while the journal has no room for it:
 * - `drop-oldest`: the oldest of these kinds are dropped, and the cloud is told how many
 * - `wait`: the source stores it as well and takes it again later
 * - `keep`: it is stored in the part that is reserved for these kinds; if that is used up too, the action does not begin
 */
export type WhenFull = 'drop-oldest' | 'wait' | 'keep';

export const whenFull: Record<DurableEventKind, WhenFull> = {
  configuration: 'keep',
  'events-damaged': 'keep',
  'events-dropped': 'keep',
  'gate-result': 'drop-oldest',
  'print-result': 'drop-oldest',
  sale: 'wait',
  'sitewatch-restored': 'keep',
  usage: 'keep',
  trace: 'drop-oldest',
  update: 'keep',
};

/** The kinds of which the oldest are dropped, the least important first. */
export const droppedFirst: readonly DurableEventKind[] = ['trace', 'print-result', 'gate-result'];

/** Shares of the limit: sources wait above the first, the oldest events are dropped above the second, down to the first. */
export const waitShare = 0.8;
export const dropShare = 0.9;
