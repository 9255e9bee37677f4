import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { Store, StoredObject } from './store.ts';

/** Which company the changes in the file belong to. */
export interface Origin {
  seed: number;
  now: string;
}

/**
 * Changes outlive the process: the first line of the file names the company, every further line is an object as it
 * became. Appending is all that is ever done, so a kill loses at most the line being written.
 */
export function readOrigin(file: string): Origin | undefined {
  const first = completeLines(file)[0];
  return first === undefined ? undefined : (JSON.parse(first) as Origin);
}

/** Repeats the kept changes on a freshly loaded store and keeps every one to come. */
export function followChanges(file: string, origin: Origin, store: Store): void {
  const lines = completeLines(file);
  const append = (entry: Origin | StoredObject): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  if (lines.length === 0) append(origin);
  for (const line of lines.slice(1)) store.put(JSON.parse(line) as StoredObject);
  store.onChange(append);
}

/** Cuts off what a kill left half-written: it has no line break yet, and the next entry would be glued to it. */
function completeLines(file: string): string[] {
  if (!existsSync(file)) return [];
  const content = readFileSync(file);
  const complete = content.subarray(0, content.lastIndexOf('\n') + 1);
  if (complete.length < content.length) truncateSync(file, complete.length);
  return complete.toString('utf8').split('\n').slice(0, -1);
}
