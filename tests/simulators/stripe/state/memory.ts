import type { Company } from '@washdesk/simulators/company/company';
import { loadCompany } from '../load-company.ts';
import { nullJournal, openStateFile, type Entry, type Journal } from './state-file.ts';
import { Store } from './store.ts';
import { IdempotencyStore } from '../wire/idempotency.ts';

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

/** The company as it was laid out, with all that a state file says has happened since; every change to come goes into the file. */
export function openMemory({ company, stateFile, clockOffsetMs: given = 0 }: MemoryOptions): RestoredState {
  const store = new Store();
  loadCompany(store, company);
  let clockOffsetMs = given;
  // Made first, because replaying fills it; it hands on what is kept only once there is somewhere to write.
  let journal = nullJournal;
  const idempotency = new IdempotencyStore((answer) => journal.write({ answer }));
  const replay = (entry: Entry): void => {
    if ('answer' in entry) idempotency.restore(entry.answer);
    else if ('clockOffsetMs' in entry) clockOffsetMs = Math.max(clockOffsetMs, entry.clockOffsetMs);
    else if ('removed' in entry) store.remove(entry.id);
    else store.put(entry);
  };
  if (stateFile !== undefined) journal = openStateFile(stateFile, { seed: company.seed, now: company.now }, replay);
  store.onChange((change) => journal.write(change));
  return { store, idempotency, journal, clockOffsetMs };
}
