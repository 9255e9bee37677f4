import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayMs } from '@washdesk/rules/abuse/finding';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { beginDay, claimDay, failDay, keepProgress, openDays, stages, type ClaimedDay, type Progress } from './days.store.ts';
import { examineChanges, examineReads, examineWashes, type Parts } from './examine-members.ts';
import { examineSellers } from './examine-sellers.ts';
import { changedPlates, readBesideOtherPlates, washersAfter, type Range } from './examined-rows.store.ts';
import { storeFindings, type NewFinding } from './flags.store.ts';
import { placesOfSites, type PlaceOf } from './places.store.ts';

/** Members whose window is in memory at once. */
const batchSize = 500;
const refreshPlacesMs = 600_000;

export interface ExaminationParts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  placeOf: PlaceOf;
  log: Pick<Logger, 'warn'>;
}

/**
 * Examines one day after the other for abuse, a batch of members at a time (docs/decisions/0134-abuse-with-evidence.md). Any process may be
 * killed at any time: a batch and its progress are stored together, and another process continues after it.
 */
export class Examination {
  readonly #parts: ExaminationParts;
  readonly #process = randomUUID();
  #places: { at: number; read: Promise<Parts['places']> } | null = null;

  constructor(parts: ExaminationParts) {
    this.#parts = parts;
  }

  /** Examines one batch. @returns 0 if no day is left to examine now. @throws the error of a day that is not set aside yet */
  async round(): Promise<number> {
    const { db, clock, log } = this.#parts;
    const today = clock.now().toISOString().slice(0, 10);
    let claimed = await claimDay(db, this.#process);
    if (!claimed) {
      await this.#patiently((tx) => openDays(tx, today));
      claimed = await claimDay(db, this.#process);
    }
    if (!claimed) return 0;
    try {
      await this.#examine(claimed);
    } catch (error) {
      const isSetAside = await failDay(db, claimed.day, error instanceof Error ? error.message : String(error));
      if (!isSetAside) throw error;
      log.warn({ err: error, day: claimed.day }, 'Examining a day for abuse failed again, later days are examined first');
    }
    return 1;
  }

  async #examine({ day, progress }: ClaimedDay): Promise<void> {
    const range = { from: new Date(`${day}T00:00:00Z`), until: new Date(Date.parse(day) + dayMs) };
    const [places, limits] = await Promise.all([this.#readPlaces(), this.#parts.settings('dailyWashLimits')]);
    await this.#patiently(async (tx) => {
      if (progress === null) await beginDay(tx, day);
      const start = progress ?? { stage: 'washes' as const, after: '' };
      const { findings, next } = await examineBatch({ tx, until: range.until, places, limits }, range, start);
      await storeFindings(tx, findings);
      await keepProgress(tx, day, next);
    });
  }

  /** No request waits for it, so its statements may take longer. */
  #patiently<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#parts.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '2min'`.execute(tx);
      return work(tx);
    });
  }

  #readPlaces(): Promise<Parts['places']> {
    const now = performance.now();
    if (this.#places === null || now - this.#places.at > refreshPlacesMs) {
      const { db, placeOf } = this.#parts;
      const read = placesOfSites(db, placeOf);
      this.#places = { at: now, read };
      // the next round reads them again
      read.catch(() => (this.#places = null));
    }
    return this.#places.read;
  }
}

type Examine = (parts: Parts, customers: readonly string[]) => Promise<NewFinding[]>;
type Customers = (tx: Tx, range: Range, after: string) => Promise<readonly string[]>;

const sorted =
  (all: (tx: Tx, range: Range) => Promise<string[]>): Customers =>
  async (tx, range, after) =>
    (await all(tx, range))
      .filter((customer) => customer > after)
      .toSorted(byId)
      .slice(0, batchSize);
const byId = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const members: Readonly<Record<Exclude<Progress['stage'], 'sellers'>, { customers: Customers; examine: Examine }>> = {
  washes: { customers: (tx, range, after) => washersAfter(tx, range, after, batchSize), examine: examineWashes },
  reads: { customers: sorted(readBesideOtherPlates), examine: examineReads },
  changes: { customers: sorted(changedPlates), examine: examineChanges },
};

interface Examined {
  findings: NewFinding[];
  /** Where to continue; null at the end of the day. */
  next: Progress | null;
}

/** Examines a full batch, or what is left of the day. */
async function examineBatch(parts: Parts, range: Range, { stage, after }: Progress): Promise<Examined> {
  const { tx } = parts;
  if (stage === 'sellers') return { findings: await examineSellers(tx, range), next: null };
  const { customers, examine } = members[stage];
  const batch = await customers(tx, range, after);
  const findings = batch.length > 0 ? await examine(parts, batch) : [];
  if (batch.length === batchSize) return { findings, next: { stage, after: batch.at(-1)! } };
  const rest = await examineBatch(parts, range, { stage: stages[stages.indexOf(stage) + 1]!, after: '' });
  return { findings: [...findings, ...rest.findings], next: rest.next };
}
