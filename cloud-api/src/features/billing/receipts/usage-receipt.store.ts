import { monthlyTotal } from '@washdesk/rules/billing/plan-tax';
import type { Db } from '../../../db/pool.ts';
import type { ReceiptOf } from './receipt.ts';

/** Returns a redeem's receipt with the redeemed subscription; null for an unknown usage. */
export async function usageReceipt(db: Db, id: string): Promise<(ReceiptOf<'redeem'> & { subscription: string | null }) | null> {
  const usage = await db
    .selectFrom('usage')
    .innerJoin('site', 'site.number', 'usage.site')
    .leftJoin('mirror_customer as customer', 'customer.id', 'usage.customer')
    .leftJoin('site_employee as employee', (join) =>
      join.onRef('employee.number', '=', 'usage.employee').onRef('employee.site', '=', 'usage.site'),
    )
    .select(['usage.customer', 'usage.code', 'usage.plan_name', 'usage.site', 'usage.terminal', 'usage.at', 'usage.subscription'])
    .select(['site.name as siteName', 'site.time_zone as timeZone', 'customer.name as member'])
    .select(['usage.employee', 'employee.first_name as agent'])
    .where('usage.id', '=', id)
    .executeTakeFirst();
  if (!usage) return null;
  const { code, plan_name: plan, member, ...rest } = usage;
  return { id, kind: 'redeem', record: null, operation: null, ...rest, facts: { code, member, plan } };
}

export interface ComingIncrease {
  schedule: string;
  subscription: string;
  plan: string;
  /** Cents per month before tax, and with it. */
  from: number;
  to: number;
  fromTotal: number;
  toTotal: number;
  /** Epoch seconds. */
  effective: number;
}

/** Returns a subscription's coming higher price: the last phase of its active schedule. */
export async function comingIncrease(db: Db, subscription: string): Promise<ComingIncrease | null> {
  const row = await db
    .selectFrom('mirror_schedule as schedule')
    .innerJoin('mirror_subscription as subscription', 'subscription.id', 'schedule.subscription')
    .leftJoin('mirror_customer as customer', 'customer.id', 'subscription.customer')
    .select(['schedule.id', 'schedule.object', 'subscription.price', 'subscription.object as plan', 'customer.object as person'])
    .where('schedule.subscription', '=', subscription)
    .where('schedule.status', '=', 'active')
    .executeTakeFirst();
  const last = row?.object.phases.at(-1);
  if (!row || !last) return null;
  const [from, to] = await Promise.all([mirroredPrice(db, row.price), mirroredPrice(db, last.items[0]?.price)]);
  if (!from || !to || to.amount <= from.amount) return null;
  const withTax = (amount: number): number => monthlyTotal(amount, row.plan, row.person ?? {});
  return {
    schedule: row.id,
    subscription,
    plan: from.name,
    from: from.amount,
    to: to.amount,
    fromTotal: withTax(from.amount),
    toTotal: withTax(to.amount),
    effective: last.start_date,
  };
}

async function mirroredPrice(db: Db, price: string | null | undefined): Promise<{ name: string; amount: number } | null> {
  const row = price ? await db.selectFrom('mirror_price').select('object').where('id', '=', price).executeTakeFirst() : undefined;
  const { nickname, unit_amount: amount } = row?.object ?? { nickname: null, unit_amount: null };
  return amount === null ? null : { name: nickname ?? 'your plan', amount };
}
