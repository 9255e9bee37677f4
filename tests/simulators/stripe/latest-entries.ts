import type { Entry } from './state-file.ts';
import { isTooOld } from './wire/idempotency.ts';

/** Only what still counts: each object as it became last, in the order in which the objects came to be. */
export function latestOnly(entries: Iterable<Entry>): Entry[] {
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
