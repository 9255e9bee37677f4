import type { ProviderKind } from '../../db/provider-objects.ts';
import { isDifferent, type Change } from '../snapshots/mirror.store.ts';
import { kindsInOrder } from '../snapshots/tables.ts';

export interface KindProgress {
  /** Whatever has not been read since this number was not in the listing; null before it began. */
  since: number | null;
  /** Where the listing stands: the last id that is stored. */
  last: string | null;
  done: boolean;
  listed: number;
  /** The mirror did not hold it. */
  new: number;
  differed: number;
  /** The mirror held it, the provider does not any more. */
  gone: number;
}

export interface Example {
  kind: ProviderKind;
  id: string;
  /** Names of the fields that differed. */
  fields: string[];
}

/** Kept with every page, in the page's own transaction: a run that is killed goes on where it stood. */
export interface Progress {
  /** No run has ever finished: the mirror is filled for the first time. */
  importing: boolean;
  kinds: Record<ProviderKind, KindProgress>;
  examples: Example[];
}

const mostExamples = 100;

const unbegun = (): KindProgress => ({ since: null, last: null, done: false, listed: 0, new: 0, differed: 0, gone: 0 });

export const newProgress = (importing: boolean): Progress => ({
  importing,
  kinds: Object.fromEntries(kindsInOrder.map((kind) => [kind, unbegun()])) as Progress['kinds'],
  examples: [],
});

/** Counts what a page made different. */
export function count(progress: Progress, changes: readonly Change[]): void {
  for (const change of changes.filter(isDifferent)) {
    const { kind, snapshot, fields, turn } = change;
    progress.kinds[kind][turn === 'new' || turn === 'gone' ? turn : 'differed'] += 1;
    if (fields.length > 0 && progress.examples.length < mostExamples) progress.examples.push({ kind, id: snapshot.object.id, fields });
  }
}
