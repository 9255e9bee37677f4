import type { Logger } from 'pino';
import { writeAudit } from '../../../audit/audit.ts';
import { erasedAction } from '../../../audit/personal-values.ts';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Person } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import { eraseFromMirror } from '../../../mirror/erase-mirror.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Loyalty } from '../../../ports/loyalty.ts';
import type { Payments, Redaction } from '../../../ports/payments.ts';
import {
  claimErasure,
  dueErasures,
  openJobsOf,
  openWorkOf,
  redactionState,
  sitesOf,
  updateErasure,
  type ErasureRow,
  type RedactionState,
} from './erasure.store.ts';
import {
  eraseRows,
  findPerson,
  searchEverywhere,
  undeclared,
  withBarePlates,
  withoutShared,
  withoutTimeLimit,
  type Declared,
} from './personal-rows.store.ts';

/** Seconds until the next round: of a step that soon ends, and of one that needs time or a person. */
const soon = 5;
const later = 3_600;
const daily = 86_400;
const siteDeadlineDays = 90;

interface Parts {
  db: Db;
  clock: Clock;
  log: Logger;
  loyalty: Loyalty;
  payments: Payments;
  declared: Declared;
  erasedCodes: ErasedCodes;
  jobsAdded: () => void;
}

/**
 * Executes erasures step by step; each round continues where the last one ended (docs/decisions/0058-erasure.md). First our own rows and the
 * mirror, then the sites; when all have answered, our rows again and a search over every table. Stripe redacts meanwhile.
 */
export class ErasureWorker {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @returns 0, so that the loop pauses: each erasure has its own next round */
  async round(): Promise<number> {
    const { db, log } = this.#parts;
    for (const id of await dueErasures(db)) {
      try {
        await this.#advance(id);
      } catch (error) {
        log.warn({ err: error, erasure: id }, 'Erasure interrupted, retrying later');
        await db.transaction().execute((tx) => updateErasure(tx, id, { dueInSeconds: soon }));
      }
    }
    return 0;
  }

  async #advance(id: string): Promise<void> {
    const { db, jobsAdded } = this.#parts;
    await db.transaction().execute(async (tx) => {
      const row = await claimErasure(tx, id);
      if (!row?.customer) return;
      await withoutTimeLimit(tx);
      const claimed = { ...row, customer: row.customer };
      if (row.stage === 'requested') return this.#begin(tx, claimed);
      const erased = row.stage === 'erased' || (await this.#finishOwn(tx, claimed));
      const redaction = await this.#redact(claimed);
      if (!erased || !['done', 'unavailable'].includes(redaction.status)) {
        const waits = erased ? secondsOf(redaction) : soon;
        return updateErasure(tx, id, { redaction, dueInSeconds: waits });
      }
      await this.#eraseLate(tx, claimed);
      await this.#audit(tx, claimed, 'customer.erasure-finished', {});
      await updateErasure(tx, id, { redaction, customer: null, finished: this.#parts.clock.now() });
    });
    jobsAdded();
  }

  /** Erases what is stored here, and asks the sites. */
  async #begin(tx: Tx, row: Claimed): Promise<void> {
    const { db, declared, loyalty, clock } = this.#parts;
    const unknown = await undeclared(db, declared);
    if (unknown.length > 0) throw new Error(`Tables or columns without a declaration of personal data: ${unknown.join(', ')}`);
    await loyalty.forget(row.customer);
    const person = await withBarePlates(tx, await findPerson(tx, row.customer, row.alias));
    const sites = await sitesOf(tx, row.customer);
    for (const { site, objid } of sites) {
      const job = { what: 'sitewatch.erase' as const, key: `${row.id}:${site}:${objid ?? '-'}`, site, customer: null };
      const by = { requestId: `erasure:${row.id}` };
      await enqueue(tx, { ...job, payload: { erasure: row.id, objid }, deadlineDays: siteDeadlineDays, created: clock.now(), by });
    }
    const removed = await this.#eraseOwn(tx, row, person);
    await updateErasure(tx, row.id, { stage: 'erasing', person, sites, removed });
  }

  /** Erases what arrived meanwhile, once nothing more can arrive. @returns whether a search finds nothing */
  async #finishOwn(tx: Tx, row: Claimed): Promise<boolean> {
    if (!row.person) throw new Error('an erasure in progress has no person');
    const person = await withoutShared(tx, row.person);
    const open = await openWorkOf(tx, person);
    if (open.length > 0) await updateErasure(tx, row.id, { problem: open.join(' '), dueInSeconds: soon });
    if (open.length > 0 || (await openJobsOf(tx, row.id)).length > 0) return false;
    const removed = await this.#eraseOwn(tx, row, person);
    const found = Object.entries(await searchEverywhere(tx, this.#parts.declared, person));
    const problem = found.length > 0 ? `Still found in: ${found.map(([table, rows]) => `${table} (${rows})`).join(', ')}` : null;
    const ended = found.length === 0 ? { stage: 'erased' as const, person: null } : { dueInSeconds: later };
    await updateErasure(tx, row.id, { problem, removed, ...ended });
    if (problem) this.#parts.log.warn({ erasure: row.id, found }, 'Erasure incomplete: personal data remains');
    return found.length === 0;
  }

  async #eraseOwn(tx: Tx, row: Claimed, person: Person): Promise<Record<string, number>> {
    await this.#parts.erasedCodes.mark(tx, row.id, person);
    const mirror = await eraseFromMirror(tx, row.id, person);
    const rows = await eraseRows(tx, this.#parts.declared, person);
    const { audit_personal: audit = 0 } = rows;
    if (audit > 0) await this.#audit(tx, row, erasedAction, { audit });
    return added(row.removed, mirror, rows);
  }

  /** While Stripe redacted, its events and the list of erasures named the customer. */
  async #eraseLate(tx: Tx, { customer, alias }: Claimed): Promise<void> {
    const byCustomer = Object.fromEntries(Object.entries(this.#parts.declared).filter(([, declared]) => declared.customer !== undefined));
    await eraseRows(tx, byCustomer, { customer, alias, objects: [], codes: [], addresses: [], names: [], terms: [] });
  }

  #audit(tx: Tx, { id, customer, asked_by: actor }: Claimed, action: string, after: object): Promise<void> {
    const at = this.#parts.clock.now();
    return writeAudit(tx, { actor, device: null, requestId: `erasure:${id}`, action, subject: `customer:${customer}`, after, at });
  }

  /** Takes the next step of the redaction at Stripe. */
  async #redact({ id, customer, redaction: stored }: Claimed): Promise<RedactionState> {
    const { payments, clock } = this.#parts;
    const known = redactionState.parse(stored);
    const now = clock.now().getTime();
    if (known.status === 'done' || known.status === 'unavailable') return known;
    if (known.next !== null && Date.parse(known.next) > now) return known;
    const next = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();
    const job =
      known.id === null
        ? await payments.startRedaction({ operation: id, step: 'redact', attempt: 1 }, customer)
        : await this.#step(known, known.id);
    if (job === null) return { id: null, status: 'unavailable', next: null };
    if (job.status === 'succeeded') return { id: job.id, status: 'done', next: null };
    if (job.status === 'failed') return { id: job.id, status: 'waiting', next: next(daily) };
    return { id: job.id, status: 'redacting', next: next(soon) };
  }

  /** A redaction that failed because payments are too young is checked again; one that is ready runs. */
  async #step({ status }: RedactionState, id: string): Promise<Redaction> {
    const { payments } = this.#parts;
    const job = await payments.redaction(id);
    if (job.status === 'failed' && status === 'waiting') return payments.validateRedaction(id);
    return job.status === 'ready' ? payments.runRedaction(id) : job;
  }
}

type Claimed = ErasureRow & { customer: string };

const secondsOf = ({ status }: RedactionState): number => (status === 'waiting' ? later : soon);

function added(...counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [table, rows] of counts.flatMap((each) => Object.entries(each))) sums[table] = (sums[table] ?? 0) + rows;
  return sums;
}
