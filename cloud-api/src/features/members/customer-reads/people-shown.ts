import { setTimeout as wait } from 'node:timers/promises';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Alert } from '../../../common/alert.ts';
import { ownScope, type Presences, type Principal } from '../../../common/caller.ts';
import { Failure, pinRequired } from '../../../common/failure.ts';
import { RememberedReads } from '../../../common/remembered-reads.ts';
import { countInHour } from '../../../db/hourly-count.ts';
import type { Pool } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { insertReads, leaveOutWashed, recordRead, recordReadWithin, type Buckets, type Level, type Read } from './customer-reads.store.ts';

/** Minutes in which a full bucket leaks empty. With the default limit of 40, twice the cars of a busy hour leave the burst empty. */
const emptied = { burst: 8, shift: 12 * 60 };

/** Multiples of the limits at which something happens. */
const reportedFrom = 1.5;
const pinFrom = 2.5;
const refusedFrom = 5;

/** A changed limit applies after this time at most. */
const limitsNoticedWithinMs = 5_000;

/** The office and programs read lists for their work. */
const officeFactor = 5;

const slowedMsPerPerson = 1_500;
const mostSlowedMs = 8_000;
const reportedEveryMs = 12 * 3_600_000;
/** Readers and customers of this hour that need no further row. */
const mostRemembered = 50_000;

interface Options {
  pool: Pool;
  /** The company's time. */
  clock: Clock;
  alert: Alert;
  settings: ReadSetting;
  presences: Presences;
  /** Waits before a slowed response. */
  pause?: (ms: number) => Promise<unknown>;
}

export interface ShownPeople {
  principal: Principal;
  customers: readonly string[];
  /** Whether one customer was opened, not only listed. */
  opened: boolean;
}

export interface TakenPeople {
  principal: Principal;
  customers: readonly string[];
  /** The file's name. */
  file: string;
}

/**
 * Records who sees which customers, and slows down, reports and stops a person who sees many more than their work needs
 * (docs/rules/access.md#seeing-customers).
 */
export class PeopleShown {
  readonly #options: Required<Options>;
  readonly #limits: RememberedReads<Buckets>;
  readonly #recorded = new Set<string>();

  constructor(options: Options) {
    this.#options = { pause: wait, ...options };
    const read = () => limitsIn(options.settings);
    this.#limits = new RememberedReads({ read, ttlMs: limitsNoticedWithinMs, max: 1 });
  }

  /**
   * Call it before the response is sent.
   * @throws Failure 403 `pin_required`, 429 `too_many_customers`; the response must then not be sent
   */
  async show({ principal, customers, opened }: ShownPeople): Promise<void> {
    const { clock, pause } = this.#options;
    const at = clock.now();
    const reader = ownScope(principal);
    const hour = Math.floor(at.getTime() / 3_600_000);
    const keys = customers.map((customer) => `${hour} ${reader} ${customer} ${opened}`);
    if (keys.every((key) => this.#recorded.has(key))) return;
    const { name, site, device = null, requestId } = principal;
    const limits = await this.#limitsOf(principal);
    const read = { reader, name, customers, opened, site, device, requestId, at };
    const { level, refusal } = await this.#count(principal, read, limits);
    const excess = excessOf(level, limits);
    if (excess > reportedFrom) await this.#report(principal, level);
    if (refusal) throw refusal;
    for (const key of keys) this.#remember(key);
    if (level.fresh > 0 && excess > 1) await pause(Math.min(level.fresh * slowedMsPerPerson, mostSlowedMs));
  }

  /**
   * Records the customers in a part of a file: who took whom, and an audit row per file. Admins are told of a person whose files have more
   * customers within the hour than the office may look up in a shift.
   */
  async take({ principal, customers, file }: TakenPeople): Promise<void> {
    const { pool, clock } = this.#options;
    const at = clock.now();
    const reader = ownScope(principal);
    const { name, site, device = null, requestId, id } = principal;
    const { shift } = await this.#limitsOf(principal);
    const taken = await pool.db.transaction().execute(async (tx) => {
      // a reader of its own: who is in a file still counts as new when opened
      await insertReads(tx, { reader: `${reader} file`, name, customers, opened: false, site, device, requestId, at });
      const { attempts: parts } = await countInHour(tx, `file ${requestId}`);
      const { attempts: total } = await countInHour(tx, `taken ${reader}`, customers.length);
      const entry = { action: 'customers.file-taken', subject: `staff:${id}`, after: { file } };
      if (parts === 1) await writeAudit(tx, { ...auditBy(principal), ...entry, at });
      return total;
    });
    if (taken > shift)
      await this.#tell(principal, 'customers.many-taken', 'downloads files with unusually many customers', { inHour: taken });
  }

  /** Returns the level, and the refusal if the person must not see more. */
  async #count(principal: Principal, read: Read, limits: Buckets): Promise<{ level: Level; refusal: Failure | null }> {
    const within = await recordReadWithin(this.#options.pool, read, leaksOf(limits), limits);
    if (within) return { level: within, refusal: null };
    const isStaff = principal.kind === 'staff';
    const level = await this.#record(read, limits, isStaff ? pinFrom : Infinity);
    const excess = excessOf(level, limits);
    if (level.fresh === 0 || excess <= pinFrom || !isStaff) return { level, refusal: null };
    if (excess > refusedFrom) return { level, refusal: tooManyCustomers() };
    if ((await this.#options.presences.of(principal)) !== 'recent') return { level, refusal: pinRequired(pinWords) };
    return { level: await this.#record(read, limits, refusedFrom), refusal: null };
  }

  /** Records the read up to an excess. A read beyond it must still count as new when it is asked for again, so it is rolled back. */
  async #record(read: Read, limits: Buckets, mostExcess: number): Promise<Level> {
    const tx = await this.#options.pool.db.startTransaction().execute();
    try {
      const level = await recordRead(tx, read, leaksOf(limits));
      if (level.shift > limits.shift) level.shift = await leaveOutWashed(tx, read);
      const isRecorded = level.fresh === 0 || excessOf(level, limits) <= mostExcess;
      await (isRecorded ? tx.commit() : tx.rollback()).execute();
      return level;
    } catch (error) {
      if (!tx.isRolledBack && !tx.isCommitted) await tx.rollback().execute();
      throw error;
    }
  }

  /** Tells Admins, once per person and twelve hours. */
  #report(principal: Principal, level: Level): Promise<void> {
    const after = { inMinutes: Math.round(level.burst), inShift: Math.round(level.shift) };
    return this.#tell(principal, 'customers.many-read', 'looks up unusually many customers', after);
  }

  async #tell(principal: Principal, action: string, does: string, after: object): Promise<void> {
    const { pool, clock, alert } = this.#options;
    const at = clock.now();
    const { id, name, site, device = null } = principal;
    const reason = `${name} (${id}) ${does}. Ask what for, or sign them out at /admin/sessions.`;
    const key = `${action}:${ownScope(principal)}:${Math.floor(at.getTime() / reportedEveryMs)}`;
    const isNew = await pool.db.transaction().execute(async (tx) => {
      if (!(await raiseAlert(tx, { key, site, customer: null, reason, created: at }))) return false;
      await writeAudit(tx, { ...auditBy(principal), action, subject: `staff:${id}`, after, at });
      return true;
    });
    if (isNew) alert(action, { person: id, site, device }, reason);
  }

  async #limitsOf({ kind, roles }: Principal): Promise<Buckets> {
    const { burst, shift } = await this.#limits.get('company');
    const factor = kind === 'service' || atLeast(roles, Role.SalesManager) ? officeFactor : 1;
    return { burst: burst * factor, shift: shift * factor };
  }

  #remember(key: string): void {
    this.#recorded.add(key);
    const [oldest] = this.#recorded;
    if (this.#recorded.size > mostRemembered && oldest !== undefined) this.#recorded.delete(oldest);
  }
}

const pinWords = 'You have looked up many customers. Enter your PIN to see more';
const tooManyCustomers = (): Failure =>
  new Failure(429, 'too_many_customers', 'You have looked up too many customers. Wait a few minutes', {
    details: { retryAfterSeconds: 60 },
  });

async function limitsIn(settings: ReadSetting): Promise<Buckets> {
  const [burst, shift] = await Promise.all([settings('customersAtOnce'), settings('customersPerShift')]);
  return { burst, shift };
}

const leaksOf = ({ burst, shift }: Buckets) => ({ burst: burst / emptied.burst, shift: shift / emptied.shift });

/** Returns the fuller bucket as a multiple of its limit. */
const excessOf = (level: Buckets, limits: Buckets): number => Math.max(level.burst / limits.burst, level.shift / limits.shift);
