import type { SharedCode } from '../projection/codes.store.ts';
import type { Example, KindProgress, Progress } from './reconcile-progress.ts';
import { kindsInOrder } from '../snapshots/tables.ts';

export interface ReconcileReport {
  kinds: Record<string, Pick<KindProgress, 'listed' | 'new' | 'differed' | 'gone'>>;
  /** Some of the differences. */
  examples: Example[];
  /** Codes that more than one live customer bears. */
  sharedCodes: SharedCode[];
  /** The provider's events that wait to be worked off. */
  unworkedEvents: number;
  /** How long the process that finished the run took. */
  seconds: number;
  /** Whether an earlier process had started the run. */
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

/** The report as lines for a person. */
export function reportLines({ kinds, examples, sharedCodes, unworkedEvents, seconds, continued }: ReconcileReport): string[] {
  return [
    `${'kind'.padEnd(16)}${['listed', 'new', 'differed', 'gone'].map(column).join('')}`,
    ...Object.entries(kinds).map(([kind, own]) => kind.padEnd(16) + [own.listed, own.new, own.differed, own.gone].map(column).join('')),
    ...(examples.length ? ['', 'Some of what differed:'] : []),
    ...examples.map(({ kind, id, fields }) => `  ${kind} ${id}: ${fields.join(', ')}`),
    ...(sharedCodes.length ? ['', 'Codes of more than one customer (the oldest first):'] : []),
    ...sharedCodes.map(({ code, customers, holder }) => `  ${code}: ${customers.join(', ')}; held by ${holder ?? 'nobody'}`),
    '',
    `Events not worked off yet: ${unworkedEvents}`,
    `${continued ? 'Continued and finished' : 'Finished'} in ${seconds} s`,
  ];
}

const everyMs = 1_000;

/** Reports once a second how far a long count has come: `customer 12300 (85/s)`. */
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
