import { exceededLimit, type DailyLimit, type MoneyKind } from '@washdesk/rules/billing/daily-limits';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../audit/audit.ts';
import type { Alert } from '../common/alert.ts';
import { ownScope, type Principal } from '../common/caller.ts';
import { Failure } from '../common/failure.ts';
import type { Db, Tx } from '../db/pool.ts';
import { raiseAlert } from '../jobs/alert.store.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { insertMoved, lockPerson, movedBy } from './moved-money.store.ts';
import type { Begin } from './operation.ts';

interface Parts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  alert: Alert;
}

interface Exceeded {
  kind: MoneyKind;
  moved: DailyLimit;
  limit: DailyLimit;
  amount: number;
}

/** Rejects an amount above what a person may move per day without an approval. */
class LimitExceeded extends Failure {
  readonly exceeded: Exceeded;

  constructor(exceeded: Exceeded) {
    const { kind, moved, limit } = exceeded;
    const words = `This is above the daily limit (${limit.count} ${kind}, ${centsToDollars(limit.cents)}). SalesManager and above can approve it`;
    super(403, 'forbidden', words, { details: { limit, moved } });
    this.exceeded = exceeded;
  }
}

/** Whether the caller may exceed the limit: an approver may, and an Admin, who sets the limits. Both cases are reported. */
const mayExceed = ({ kind, roles, approver }: Principal): boolean =>
  approver ? atLeast(approver.roles, Role.SalesManager) : kind === 'staff' && atLeast(roles, Role.Admin);

/**
 * The limits of a person's charges and refunds (docs/rules/billing.md#limits-of-a-day). A service account has those of a person. The
 * cloud's own programs have none, because their payments follow from actions of people.
 */
export class DailyLimitsOfPersons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts the amount of an operation, in the transaction that stores its request. @throws Failure 403 `forbidden` above the limit */
  counting<F extends { amount: number }>(principal: Principal, kind: MoneyKind): Begin<F> {
    return async (tx, { operation, facts: { amount }, now }) => {
      if (principal.session === '') return;
      const person = ownScope(principal);
      await lockPerson(tx, person);
      const limit = (await this.#parts.settings('dailyLimits', tx))[kind];
      const moved = await movedBy(tx, person, kind);
      const exceeded = exceededLimit(limit, moved, amount) && { kind, moved, limit, amount };
      if (exceeded && !mayExceed(principal)) throw new LimitExceeded(exceeded);
      await insertMoved(tx, { operation, person, kind, amount });
      if (exceeded) await report(tx, this.#parts.alert, principal, exceeded, { action: 'limit.exceeded', at: now });
    };
  }

  /** Reports a rejection after its run, because the transaction that counted the amount has been rolled back. */
  async reportingRefusals<T>(principal: Principal, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const { db, clock, alert } = this.#parts;
      if (error instanceof LimitExceeded) {
        await db.transaction().execute((tx) => report(tx, alert, principal, error.exceeded, { action: 'limit.refused', at: clock.now() }));
        error.isAudited = true;
      }
      throw error;
    }
  }
}

interface ReportedLimit {
  action: 'limit.exceeded' | 'limit.refused';
  at: Date;
}

/** Writes an audit row and a log line each time, and one alert on the Admins' list per person, kind and day. */
async function report(
  tx: Tx,
  alert: Alert,
  by: Principal,
  { kind, moved, limit, amount }: Exceeded,
  { action, at }: ReportedLimit,
): Promise<void> {
  const person = ownScope(by);
  const reason = `${by.name} (${by.id}) reached the daily limit for ${kind}: ${moved.count} of ${centsToDollars(moved.cents)} so far`;
  await writeAudit(tx, { ...auditBy(by), action, subject: person, after: { kind, moved, limit, amount }, at });
  await raiseAlert(tx, {
    key: `limit:${person}:${kind}:${at.toISOString().slice(0, 10)}`,
    site: by.site,
    customer: null,
    reason,
    created: at,
  });
  alert(action, { person, site: by.site, amount }, reason);
}
