import { sql } from 'kysely';
import { siteDate } from '@washdesk/rules/dates/dates';
import { isEarly, isSignUp, leavingReason, sellerOf } from '@washdesk/rules/plans/plan-sales';
import type { ProviderInvoice, ProviderSubscription } from '../../common/provider-objects.ts';
import type { Tx } from '../../db/pool.ts';
import { isDifferent, type Change } from '../snapshots/mirror.store.ts';
import { time } from '../snapshots/rows.ts';

/**
 * Records the sign-ups among the changes, with their seller, and when and why they were canceled. Subscription and invoice may arrive in
 * any order: an ended subscription is a sign-up if it was one before or has a paid invoice.
 */
export async function writeSignUps(tx: Tx, changes: readonly Change[]): Promise<void> {
  const ids = changes.filter(isDifferent).flatMap(({ kind, snapshot: { object } }) => {
    if (kind === 'subscription') return [object.id];
    const { status, parent } = object as Partial<ProviderInvoice>;
    return kind === 'invoice' && status === 'paid' ? [parent?.subscription_details?.subscription ?? ''] : [];
  });
  const rows = (await found(tx, [...new Set(ids)])).flatMap((one) => (isSignUp(one.object, one.began) ? [rowOf(one)] : []));
  if (rows.length === 0) return;
  await tx
    .insertInto('plan_sale')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        site: ref('excluded.site'),
        day: ref('excluded.day'),
        seller: ref('excluded.seller'),
        seller_name: ref('excluded.seller_name'),
        left_at: ref('excluded.left_at'),
        reason: ref('excluded.reason'),
        early: ref('excluded.early'),
      })),
    )
    .execute();
}

interface Found {
  object: ProviderSubscription;
  site: number | null;
  zone: string;
  began: boolean;
}

async function found(tx: Tx, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Found>`
    select s.object, s.site, coalesce(z.time_zone, 'UTC') as zone,
      exists (select from plan_sale p where p.id = s.id)
        or exists (select from mirror_invoice i where i.subscription = s.id and i.status = 'paid') as began
    from mirror_subscription s left join site z on z.number = s.site where s.id = any(${ids}::text[]) order by s.id`.execute(tx);
  return rows;
}

function rowOf({ object: { id, customer, created, canceled_at, metadata, cancellation_details }, site, zone }: Found) {
  const { id: seller, name } = sellerOf(metadata);
  const at = time(created);
  const day = siteDate(at, zone);
  const left = canceled_at ? time(canceled_at) : null;
  return {
    id,
    kind: 'sign-up' as const,
    at,
    day,
    site,
    seller,
    seller_name: name,
    subscription: id,
    customer,
    left_at: left,
    reason: left && leavingReason(cancellation_details),
    early: left !== null && isEarly(day, siteDate(left, zone)),
  };
}
