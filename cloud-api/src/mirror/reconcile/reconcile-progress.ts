import { z } from 'zod';
import { isDifferent, type Change } from '../snapshots/mirror.store.ts';
import { kindsInOrder } from '../snapshots/tables.ts';

const kindProgress = z.object({
  /** Objects not read since this sequence were not in the listing; null before it started. */
  since: z.number().nullable(),
  /** The listing's position: the last stored id. */
  last: z.string().nullable(),
  done: z.boolean(),
  listed: z.number(),
  /** Number of objects that were not in the mirror. */
  new: z.number(),
  differed: z.number(),
  /** Number of objects in the mirror that the provider no longer has. */
  gone: z.number(),
});
export type KindProgress = z.infer<typeof kindProgress>;

const example = z.object({
  kind: z.enum(kindsInOrder),
  id: z.string(),
  /** Names of the fields that differed. */
  fields: z.array(z.string()),
});
export type Example = z.infer<typeof example>;

/** Stored with every page in the page's own transaction: a killed run resumes where it stopped. */
const progressSchema = z.object({
  /** Whether no run has ever finished: the mirror is filled for the first time. */
  importing: z.boolean(),
  kinds: z.record(z.enum(kindsInOrder), kindProgress),
  examples: z.array(example),
});
export type Progress = z.infer<typeof progressSchema>;

const version = 1;

export const storedProgress = (progress: Progress): string => JSON.stringify({ ...progress, v: version });

/** @returns null for progress in another release's format: such a run starts over */
export function readProgress({ v, ...stored }: { v?: unknown }): Progress | null {
  const { data } = progressSchema.safeParse(stored);
  return v === version && data ? data : null;
}

const mostExamples = 100;

const unbegun = (): KindProgress => ({ since: null, last: null, done: false, listed: 0, new: 0, differed: 0, gone: 0 });

export const newProgress = (importing: boolean): Progress => ({
  importing,
  kinds: Object.fromEntries(kindsInOrder.map((kind) => [kind, unbegun()])) as Progress['kinds'],
  examples: [],
});

/** Counts the changes of a page. */
export function count(progress: Progress, changes: readonly Change[]): void {
  for (const change of changes.filter(isDifferent)) {
    const { kind, snapshot, fields, turn } = change;
    progress.kinds[kind][turn === 'new' || turn === 'gone' ? turn : 'differed'] += 1;
    if (fields.length > 0 && progress.examples.length < mostExamples) progress.examples.push({ kind, id: snapshot.object.id, fields });
  }
}
