import { sql } from 'kysely';
import { endedStatuses } from '@washdesk/rules/plans/statuses';
import { auditBy, writeAudit } from '../audit/audit.ts';
import type { ProviderCard, ProviderSubscription } from '../common/provider-objects.ts';
import type { PersonalTables } from '../db/personal-data.ts';
import type { Db, Tx } from '../db/pool.ts';
import { defaultCardOf } from '../mirror/reads/live-customer.ts';
import { PaymentsRefused } from '../ports/payments.ts';
import type { OperationRun } from './operation-run.ts';
import type { OperationActor } from './operation.ts';

/** Cards that operations attached to a customer or made the default. */
interface AttachedCardTable {
  card: string;
  customer: string;
  /** Most recent time. */
  attached: Date;
}

declare module '../db/schema.ts' {
  interface Database {
    attached_card: AttachedCardTable;
  }
}

export const personalData = {
  attached_card: {
    plain: ['card', 'attached'],
    customer: 'customer',
    erase: 'rows',
  },
} satisfies PersonalTables;

/** Seconds before an unpaid start within which a card counts as captured for it. */
const capturedBefore = 3_600;

/** Records that a card was attached to the customer or made the default, in the transaction that ends the operation. */
export async function recordAttachedCard(tx: Tx, card: string, customer: string, attached: Date): Promise<void> {
  await tx
    .insertInto('attached_card')
    .values({ card, customer, attached })
    .onConflict((conflict) => conflict.column('card').doUpdateSet({ customer, attached }))
    .execute();
}

/**
 * Returns the cards captured for unpaid starts that were declined and are otherwise unused: they are detached once another card has paid. A
 * card that was stored before, has paid something, or is charged by another plan stays.
 * @param unpaid the starts that the payment ends or completes
 */
export async function declinedCards(db: Db, customer: string, unpaid: readonly ProviderSubscription[], paysNow: string): Promise<string[]> {
  if (unpaid.length === 0) return [];
  const since = Math.min(...unpaid.map(({ created }) => created)) - capturedBefore;
  const { rows } = await sql<{ id: string }>`
    select card.id from mirror_payment_method card
    where card.customer = ${customer} and card.deleted_at is null and card.id <> ${paysNow}
      and exists (
        select 1 from attached_card attached
        where attached.card = card.id and attached.customer = ${customer} and attached.attached >= to_timestamp(${since}))
      and exists (
        select 1 from mirror_charge charge
        where charge.customer = ${customer} and charge.status = 'failed' and charge.object->>'payment_method' = card.id)
      and not exists (
        select 1 from mirror_charge charge
        where charge.customer = ${customer} and charge.status <> 'failed' and charge.object->>'payment_method' = card.id)
      and not exists (
        select 1 from mirror_subscription plan
        where plan.customer = ${customer} and plan.deleted_at is null and plan.status <> all(${endedStatuses}::text[])
          and plan.object->>'default_payment_method' = card.id and plan.id <> all(${unpaid.map(({ id }) => id)}))
    order by card.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Detaches the declined cards, except one that is the customer's default anyway. The plan is paid, so a card that Stripe keeps does not
 * matter. @returns the detached ones
 */
export async function detachDeclined(run: OperationRun<unknown>, customer: string, cards: readonly string[]): Promise<ProviderCard[]> {
  if (cards.length === 0) return [];
  const owner = await run.read('customer', customer);
  const unused = cards.filter((id) => !owner || owner.deleted || defaultCardOf(owner) !== id);
  const detached: ProviderCard[] = [];
  for (const id of unused) {
    try {
      detached.push(await run.write('payment_method', `detach-${id}`, (step) => run.payments.detachPaymentMethod(step, id)));
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
    }
  }
  return detached;
}

interface Detached {
  by: OperationActor;
  customer: string;
  cards: readonly ProviderCard[];
  at: Date;
}

export async function auditDetached(tx: Tx, { by, customer, cards, at }: Detached): Promise<void> {
  for (const { id, type, card } of cards) {
    const before = { paymentMethod: id, type, brand: card?.brand ?? null, last4: card?.last4 ?? null };
    await writeAudit(tx, {
      ...auditBy(by),
      action: 'card.deleted',
      subject: `customer:${customer}`,
      before,
      why: 'declined at the sign-up',
      at,
    });
  }
}
