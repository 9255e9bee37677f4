import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isTooOld, type StoredAnswer } from '../wire/idempotency.ts';
import type { Removal, StoredObject } from './store.ts';

/** The company that the file's changes belong to. */
export interface Origin {
  seed: number;
  now: string;
  monthsBilled?: number;
}

/** A persisted change: an updated object, a removed object, a response under its key, or the clock's offset. */
export type Entry = StoredObject | Removal | { answer: StoredAnswer } | { clockOffsetMs: number };

/** Stores changes. Everything written before a `commit` is stored completely or not at all. */
export interface Journal {
  write(entry: Entry): void;
  commit(): void;
}

/** For a simulator whose changes are lost when its process ends. */
export const nullJournal: Journal = { write: () => undefined, commit: () => undefined };

/** Undefined for a file that does not exist yet. */
export function readOrigin(file: string): Origin | undefined {
  if (!existsSync(file)) return undefined;
  for (const line of linesOf(readFileSync(file))) return JSON.parse(line) as Origin;
  return undefined;
}

/**
 * Opens a file that persists changes: its first line names the company, every other line contains one atomic change. An open file is only
 * appended to, so a kill loses at most the line being written, never part of a request.
 * @param replay receives every current entry, in the order of first writing
 */
export function openStateFile(file: string, origin: Origin, replay: (entry: Entry) => void): Journal {
  const kept = latestEntries(entriesIn(file));
  rewrite(file, origin, kept);
  for (const entry of kept) replay(entry);

  let pending: Entry[] = [];
  const commit = (): void => {
    if (pending.length === 0) return;
    appendFileSync(file, `${JSON.stringify(pending)}\n`);
    pending = [];
  };
  return {
    commit,
    write(entry) {
      // changes outside a request (by the clock or a page) are stored as soon as the code that makes them ends
      if (pending.length === 0) queueMicrotask(commit);
      pending.push(entry);
    },
  };
}

function* entriesIn(file: string): Generator<Entry> {
  if (!existsSync(file)) return;
  let isOrigin = true;
  for (const line of linesOf(readFileSync(file))) {
    if (!isOrigin) yield* JSON.parse(line) as Entry[];
    isOrigin = false;
  }
}

/**
 * Yields complete lines only: a line cut off by a kill has no line break. One by one, because together they may exceed the maximum string
 * length.
 */
function* linesOf(content: Buffer): Generator<string> {
  for (let start = 0, end = content.indexOf('\n'); end >= 0; start = end + 1, end = content.indexOf('\n', start)) {
    yield content.toString('utf8', start, end);
  }
}

/** Rewrites the file without outdated entries, atomically. */
function rewrite(file: string, origin: Origin, entries: readonly Entry[]): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(origin)}\n`);
  for (let start = 0; start < entries.length; start += linesAtOnce) {
    const lines = entries.slice(start, start + linesAtOnce).map((entry) => `${JSON.stringify([entry])}\n`);
    appendFileSync(fresh, lines.join(''));
  }
  renameSync(fresh, file);
}

const linesAtOnce = 1_000;

/** Returns the current entries only: each object in its last state, in order of creation. */
export function latestEntries(entries: Iterable<Entry>): Entry[] {
  const latest = new Map<string, Entry>();
  for (const entry of entries) {
    const name = nameOf(entry);
    // An expired event leaves no trace; any other object may be one of the seeded company's, which must stay removed.
    if ('removed' in entry && name.startsWith('evt_')) latest.delete(name);
    else latest.set(name, entry);
  }
  return [...latest.values()].filter((entry) => !('answer' in entry && isTooOld(entry.answer, Date.now())));
}

function nameOf(entry: Entry): string {
  if ('answer' in entry) return `key ${entry.answer.key}`;
  return 'clockOffsetMs' in entry ? 'clock' : entry.id;
}
