import { lanesTopic } from '@washdesk/contracts/lane/board';
import { undoWindowMs } from '@washdesk/rules/lane/redeem';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type KeyedCall } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { withdrawJob } from '../../../jobs/job.store.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { publishLive } from '../../../live/publish.ts';
import type { Clock } from '../../../ports/clock.ts';

const tooLate = () => new Failure(409, 'too_late', 'It’s too late to undo this redeem. The wash is already recorded.');

const gateOpened = () => new Failure(409, 'gate_opened', 'You opened the gate for this redeem. It can’t be undone any more.');

/** Results of an opening that let no car in. */
const stayedShut = ['rejected', 'expired', 'interlocked'];

/**
 * Removes a usage of the caller within `undoWindowMs`, before its job writes it to Sitewatch (docs/decisions/0061-undo-a-redeem.md).
 * @throws Failure 404 `usage_not_found`, 409 `too_late`, `gate_opened`
 */
export function undoUsage({ db, clock }: { db: Db; clock: Clock }, id: string, call: KeyedCall) {
  const { principal } = call;
  return keyedChange(db, call, async (tx) => {
    const usage = await ownUsage(tx, id, siteOf(principal), principal.employee);
    if (!usage) throw notFound('usage_not_found', 'No redeem of yours to undo');
    if (await openedSince(tx, usage.at, siteOf(principal), principal.employee)) throw gateOpened();
    const now = clock.now();
    if (now.getTime() - usage.at.getTime() > undoWindowMs || !(await withdrawJob(tx, 'sitewatch.record-usage', id))) throw tooLate();
    await tx.deleteFrom('usage').where('id', '=', id).execute();
    await publishLive(tx, lanesTopic, { type: 'changed', site: siteOf(principal) });
    const { code, customer, at } = usage;
    await writeAudit(tx, {
      ...auditBy(principal),
      action: 'redeem.undone',
      subject: `customer:${customer}`,
      before: { usage: id, code, redeemed: at.toISOString() },
      at: now,
    });
    return { id, code, customer };
  });
}

function ownUsage(tx: Tx, id: string, site: number, employee: number | null) {
  return tx
    .selectFrom('usage')
    .select(['code', 'customer', 'at'])
    .where('id', '=', id)
    .where('site', '=', site)
    .where('employee', 'is not distinct from', employee)
    .where('source', '=', 'redeem')
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the employee may have let a car in since then. */
async function openedSince(tx: Tx, since: Date, site: number, employee: number | null): Promise<boolean> {
  const opening = tx
    .selectFrom('gate_command')
    .select('id')
    .where('site', '=', site)
    .where('asked', '>=', since)
    .where('employee', 'is not distinct from', employee)
    // a lane opens for another car
    .where('principal', 'not like', 'lane:%')
    .where((where) => where.or([where('result', 'is', null), where('result', 'not in', stayedShut)]));
  return (await opening.executeTakeFirst()) !== undefined;
}
