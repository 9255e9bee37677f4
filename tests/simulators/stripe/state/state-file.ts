import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Removal, StoredObject } from './store.ts';
import { isTooOld, type StoredAnswer } from '../wire/idempotency.ts';

/** Which company the changes in the file belong to. */
export interface Origin {
  seed: number;
  now: string;
}

/** One thing to be kept: an object as it became, an object that is gone, an answer under its key, or how far the clock was moved. */
export type Entry = StoredObject | Removal | { answer: StoredAnswer } | { clockOffsetMs: number };

/** Where changes go. What is written before a `commit` is kept whole or not at all. */
export interface Journal {
  write(entry: Entry): void;
  commit(): void;
}

/** For a stand-in whose changes live as long as its process. */
export const nullJournal: Journal = { write: () => undefined, commit: () => undefined };

/** Undefined for a file that is yet to be made. */
export function readOrigin(file: string): Origin | undefined {
  if (!existsSync(file)) return undefined;
  for (const line of linesOf(readFileSync(file))) return JSON.parse(line) as Origin;
  return undefined;
}

/**
 * Changes outlive the process: the first line of the file names the company, every further line holds what changed together.
 * While it is open the file is only appended to, so a kill loses at most the line being written, and never half of a request.
 * @param replay hears everything that is kept and still counts, in the order of its first writing
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
      // Changes that no request made (the clock's, a page's) are kept as soon as the code that makes them has ended.
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

/** Complete lines only: what a kill left half-written has no line break. One by one, because together they may be no string any more. */
function* linesOf(content: Buffer): Generator<string> {
  for (let start = 0, end = content.indexOf('\n'); end >= 0; start = end + 1, end = content.indexOf('\n', start)) {
    yield content.toString('utf8', start, end);
  }
}

/** Without what has been overtaken since, in one step. */
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

/** Only what still counts: each object as it became last, in the order in which the objects came to be. */
export function latestEntries(entries: Iterable<Entry>): Entry[] {
  const latest = new Map<string, Entry>();
  for (const entry of entries) {
    const name = nameOf(entry);
    // Nothing else knows of an event that was forgotten; any other object may be one of the company's own, which stays away.
    if ('removed' in entry && name.startsWith('evt_')) latest.delete(name);
    else latest.set(name, entry);
  }
  return [...latest.values()].filter((entry) => !('answer' in entry && isTooOld(entry.answer, Date.now())));
}

function nameOf(entry: Entry): string {
  if ('answer' in entry) return `key ${entry.answer.key}`;
  return 'clockOffsetMs' in entry ? 'clock' : entry.id;
}
