import type { Company } from '@washdesk/simulators/company/company';
import { loadCompany } from '../load-company.ts';
import { IdempotencyStore } from '../wire/idempotency.ts';
import { nullJournal, openStateFile, type Entry, type Journal } from './state-file.ts';
import { Store } from './store.ts';

interface RestoredState {
  store: Store;
  idempotency: IdempotencyStore;
  journal: Journal;
  clockOffsetMs: number;
}

interface MemoryOptions {
  company: Company;
  stateFile?: string;
  clockOffsetMs?: number;
}

/** Restores the seeded company with the changes of a state file, and writes further changes to the file. */
export function openMemory({ company, stateFile, clockOffsetMs: given = 0 }: MemoryOptions): RestoredState {
  const store = new Store();
  loadCompany(store, company);
  let clockOffsetMs = given;
  // created first, because replaying fills it; it passes changes on only once there is a file
  let journal = nullJournal;
  const idempotency = new IdempotencyStore((answer) => journal.write({ answer }));
  const replay = (entry: Entry): void => {
    if ('answer' in entry) idempotency.restore(entry.answer);
    else if ('clockOffsetMs' in entry) clockOffsetMs = Math.max(clockOffsetMs, entry.clockOffsetMs);
    else if ('removed' in entry) store.remove(entry.id);
    else store.put(entry);
  };
  if (stateFile !== undefined)
    journal = openStateFile(stateFile, { seed: company.seed, now: company.now, monthsBilled: company.monthsBilled }, replay);
  store.onChange((change) => journal.write(change));
  return { store, idempotency, journal, clockOffsetMs };
}
