import type { Db } from '../../db/pool.ts';
import type { RedeemReceipt } from './receipt-source.ts';

async function amountOf(db: Db, price: string | undefined): Promise<number | null> {
  const row = price ? await db.selectFrom('mirror_price').select('object').where('id', '=', price).executeTakeFirst() : undefined;
  return row?.object.unit_amount ?? null;
}

/** The increase that lies ahead of a subscription: the last phase of its active schedule. */
async function increaseOf(db: Db, subscription: string): Promise<RedeemReceipt['increase']> {
  const row = await db
    .selectFrom('mirror_schedule as schedule')
    .innerJoin('mirror_subscription as subscription', 'subscription.id', 'schedule.subscription')
    .select(['schedule.object', 'subscription.price'])
    .where('schedule.subscription', '=', subscription)
    .where('schedule.status', '=', 'active')
    .executeTakeFirst();
  const last = row?.object.phases.at(-1);
  if (!row || !last) return null;
  const [from, to] = await Promise.all([amountOf(db, row.price ?? undefined), amountOf(db, last.items[0]?.price)]);
  return from !== null && to !== null && to > from ? { from, to, effective: new Date(last.start_date * 1_000) } : null;
}

/** Null when there is no such usage, or no increase lies ahead for a notice of one. */
export async function loadReceipt(
  db: Db,
  usageId: string,
  kind: 'redeem' | 'priceincrease',
): Promise<(RedeemReceipt & { site: number }) | null> {
  const usage = await db
    .selectFrom('usage')
    .innerJoin('site', 'site.number', 'usage.site')
    .leftJoin('mirror_customer as customer', 'customer.id', 'usage.customer')
    .leftJoin('site_employee as employee', (join) =>
      join.onRef('employee.number', '=', 'usage.employee').onRef('employee.site', '=', 'usage.site'),
    )
    .select(['usage.code', 'usage.plan_name', 'usage.site', 'usage.terminal', 'usage.at', 'usage.subscription'])
    .select(['site.name as siteName', 'site.time_zone', 'customer.name as memberName', 'employee.first_name as firstName'])
    .where('usage.id', '=', usageId)
    .executeTakeFirst();
  if (!usage) return null;
  const increase = kind === 'priceincrease' && usage.subscription ? await increaseOf(db, usage.subscription) : null;
  if (kind === 'priceincrease' && !increase) return null;
  return {
    site: usage.site,
    siteName: usage.siteName,
    timeZone: usage.time_zone,
    code: usage.code,
    memberName: usage.memberName,
    planName: usage.plan_name,
    terminal: usage.terminal,
    employee: usage.firstName,
    at: usage.at,
    usageId,
    increase,
  };
}

/** @returns the job's state when this id is there already */
export async function beginPrintJob(
  db: Db,
  job: { id: string; site: number; printer: string; kind: string; subject: string; asked: Date },
): Promise<{ state: string; reason: string | null } | null> {
  const inserted = await db
    .insertInto('print_job')
    .values({ ...job, state: 'printing' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return null;
  return db.selectFrom('print_job').select(['state', 'reason']).where('id', '=', job.id).executeTakeFirstOrThrow();
}

export async function endPrintJob(db: Db, id: string, state: string, reason: string | null, at: Date): Promise<void> {
  await db.updateTable('print_job').set({ state, reason, answered: at }).where('id', '=', id).execute();
}

/** The printer that serves a terminal, else the site's only one; undefined when neither is there. */
export async function printerFor(db: Db, site: number, terminal: string | null): Promise<{ id: string; name: string } | undefined> {
  const printers = await db
    .selectFrom('site_device')
    .select(['id', 'name', 'terminals'])
    .where('site', '=', site)
    .where('kind', '=', 'printer')
    .orderBy('id')
    .execute();
  return (
    printers.find((printer) => terminal !== null && printer.terminals.includes(terminal)) ??
    (printers.length === 1 ? printers[0] : undefined)
  );
}
