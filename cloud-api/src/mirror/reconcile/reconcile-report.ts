import type { UnknownEvents } from '../events/provider-event.store.ts';
import type { SharedCode } from '../projection/codes.store.ts';
import { kindsInOrder } from '../snapshots/tables.ts';
import type { Example, KindProgress, Progress } from './reconcile-progress.ts';

export interface ReconcileReport {
  kinds: Record<string, Pick<KindProgress, 'listed' | 'new' | 'differed' | 'gone'>>;
  /** Some of the differences. */
  examples: Example[];
  /** Codes of more than one live customer. */
  sharedCodes: SharedCode[];
  /** The provider's events that are not processed yet. */
  unworkedEvents: number;
  /** Stored events that this release does not understand. */
  unknownEvents: UnknownEvents[];
  /** Duration in the process that finished the run. */
  seconds: number;
  /** Whether an earlier process started the run. */
  continued: boolean;
}

export const kindCounts = (progress: Progress): ReconcileReport['kinds'] =>
  Object.fromEntries(
    kindsInOrder.map((kind) => {
      const { listed, new: added, differed, gone } = progress.kinds[kind];
      return [kind, { listed, new: added, differed, gone }];
    }),
  );

const column = (value: string | number): string => String(value).padStart(9);

/** Returns the report as printed lines. */
export function reportLines({
  kinds,
  examples,
  sharedCodes,
  unworkedEvents,
  unknownEvents,
  seconds,
  continued,
}: ReconcileReport): string[] {
  return [
    `${'kind'.padEnd(16)}${['listed', 'new', 'differed', 'gone'].map(column).join('')}`,
    ...Object.entries(kinds).map(([kind, own]) => kind.padEnd(16) + [own.listed, own.new, own.differed, own.gone].map(column).join('')),
    ...(examples.length ? ['', 'Some of what differed:'] : []),
    ...examples.map(({ kind, id, fields }) => `  ${kind} ${id}: ${fields.join(', ')}`),
    ...(sharedCodes.length ? ['', 'Codes of more than one customer (the oldest first):'] : []),
    ...sharedCodes.map(({ code, customers, holder }) => `  ${code}: ${customers.join(', ')}; held by ${holder ?? 'nobody'}`),
    '',
    `Events not worked off yet: ${unworkedEvents}`,
    ...unknownEvents.map(({ problem, count }) => `Events not understood (unknown_event): ${count} × ${problem}`),
    `${continued ? 'Continued and finished' : 'Finished'} in ${seconds} s`,
  ];
}

const everyMs = 1_000;

/** Reports the progress of a long count once per second: `customer 12300 (85/s)`. */
export function progressLine(say: (line: string) => void, monotonic = () => performance.now()): (kind: string, count: number) => void {
  let last = { kind: '', count: 0, at: monotonic() };
  return (kind, count) => {
    const at = monotonic();
    if (kind !== last.kind) last = { kind, count: 0, at: last.at };
    if (at - last.at < everyMs) return;
    say(`${kind} ${count} (${Math.round(((count - last.count) * 1_000) / (at - last.at))}/s)`);
    last = { kind, count, at };
  };
}
