import { sql } from 'kysely';
import { scheduleKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderInvoice, ProviderSchedule, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

/** Newest first. */
export async function subscriptionsOf(db: Db, customer: string): Promise<ProviderSubscription[]> {
  const rows = await db
    .selectFrom('mirror_subscription')
    .select('object')
    .where('customer', '=', customer)
    .orderBy('created', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.object);
}

export async function schedulesOf(db: Db, customer: string): Promise<ProviderSchedule[]> {
  const rows = await db.selectFrom('mirror_schedule').select('object').where('customer', '=', customer).execute();
  return rows.map((row) => row.object);
}

export async function invoicesById(db: Db, ids: readonly string[]): Promise<ProviderInvoice[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('mirror_invoice').select('object').where('id', 'in', ids).execute();
  return rows.map((row) => row.object);
}

/** @param latest as just read; the mirror may have an older state */
export async function openInvoicesOf(db: Db, subscription: string, latest: ProviderInvoice | null): Promise<ProviderInvoice[]> {
  const rows = await db
    .selectFrom('mirror_invoice')
    .select('object')
    .where('subscription', '=', subscription)
    .where('status', '=', 'open')
    .where('id', '<>', latest?.id ?? '')
    .orderBy('created', 'desc')
    .execute();
  const others = rows.map((row) => row.object);
  return latest?.status === 'open' ? [latest, ...others] : others;
}

export async function promoById(db: Db, id: number): Promise<{ active: boolean } | null> {
  return (await db.selectFrom('promo').select('active').where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Returns the increase that a plan's discontinuation released, as its operation stored it; null if there was none, if the plan has been
 * reinstated since, or if the bulk increase that made it was undone.
 */
export async function increaseBeforeDiscontinuation(db: Db, { id, customer }: { id: string; customer: string }): Promise<unknown> {
  const { rows } = await sql<{ kind: string; increase: unknown }>`
    select o.kind, o.facts->'held'->'increase' as increase from operation o
    where o.customer = ${customer} and o.state = 'done'
      and (o.kind = 'subscription.discontinue' and o.facts->>'subscription' = ${id}
        or o.kind = 'subscription.reinstate' and o.facts->>'old' = ${id})
      and not exists (select from price_increase b where b.state in ('undoing', 'undone')
        and b.id::text = o.facts->'held'->'increase'->'metadata'->>${sql.lit(scheduleKeys.bulkIncrease)})
    order by o.created desc limit 1`.execute(db);
  return rows[0]?.kind === 'subscription.discontinue' ? rows[0].increase : null;
}
