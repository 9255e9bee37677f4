import { monthlyTotal } from '@washdesk/rules/billing/plan-tax';
import { customerKeys, paymentKeys, refundKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import type { ProviderCharge, ProviderInvoice, ProviderRefund, ProviderSubscription } from '../common/provider-objects.ts';
import type { Db } from '../db/pool.ts';
import { priceById } from '../mirror/reads/catalogue.store.ts';
import { mirrored } from '../mirror/reads/mirrored.ts';
import { priceIdOf } from '../mirror/reads/price-id.ts';
import type { PrintedCard, ChangeName, ReceiptFacts } from './receipt-facts.ts';

/** The contents of receipts, read from the mirror: in an operation's transaction it already includes the operation's changes. */
async function memberOf(db: Db, customer: string | null): Promise<{ member: string | null; code: string | null }> {
  const found = customer === null ? null : await mirrored(db, 'customer', customer);
  const { [customerKeys.plate]: plate, [customerKeys.tag]: tag } = found?.metadata ?? {};
  return { member: found?.name ?? null, code: plate || tag || null };
}

const shownCard = (card: { brand: string | null; last4: string | null } | null | undefined): PrintedCard | null =>
  card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;

const cardOf = ({ payment_method_details: details }: ProviderCharge): PrintedCard | null =>
  shownCard(details?.card ?? details?.card_present);

export interface BilledPlan {
  plan: string;
  /** Cents per month before tax, and as this subscription bills it. */
  price: number;
  total: number;
}

/** Returns a price of a subscription by its display name. @param price default: what the subscription has now */
export async function billedPlan(
  db: Db,
  subscription: ProviderSubscription,
  price: string | null = priceIdOf(subscription),
): Promise<BilledPlan | null> {
  const found = price === null ? null : await priceById(db, price);
  if (!found) return null;
  const customer = await mirrored(db, 'customer', subscription.customer);
  const amount = found.price.unit_amount ?? 0;
  return { plan: found.price.nickname ?? found.product.name, price: amount, total: monthlyTotal(amount, subscription, customer ?? {}) };
}

/** Returns the one of several attempts that paid an invoice. */
export async function chargeOfInvoice(db: Db, invoice: string | undefined): Promise<ProviderCharge | null> {
  if (invoice === undefined) return null;
  const row = await db
    .selectFrom('mirror_charge as charge')
    .innerJoin('mirror_invoice as invoice', 'invoice.payment_intent', 'charge.payment_intent')
    .select('charge.object')
    .where('invoice.id', '=', invoice)
    .where('charge.status', '=', 'succeeded')
    .orderBy('charge.created', 'desc')
    .executeTakeFirst();
  return row?.object ?? null;
}

export async function chargeOfIntent(db: Db, intent: string): Promise<ProviderCharge | null> {
  const row = await db
    .selectFrom('mirror_charge')
    .select('object')
    .where('payment_intent', '=', intent)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  return row?.object ?? null;
}

/** Returns the card that paid the plan, otherwise the one that will. */
async function cardOfPlan(db: Db, subscription: ProviderSubscription, charge: ProviderCharge | null): Promise<PrintedCard | null> {
  const id = subscription.default_payment_method;
  const stored = !charge && id ? await mirrored(db, 'payment_method', id) : null;
  return charge ? cardOf(charge) : shownCard(stored?.card);
}

export async function chargeFacts(db: Db, charge: ProviderCharge): Promise<ReceiptFacts['charge']> {
  const { metadata, description, amount_captured: amount, customer } = charge;
  return {
    ...(await memberOf(db, customer)),
    description: metadata[paymentKeys.description] || description,
    amount,
    card: cardOf(charge),
    sale: metadata[paymentKeys.saleId] || null,
  };
}

/** @param refunds the parts of one operation, newest charge first */
export async function refundFacts(
  db: Db,
  refunds: readonly ProviderRefund[],
): Promise<ReceiptFacts['refund'] & { customer: string | null }> {
  const charge = refunds[0]?.charge ? await mirrored(db, 'charge', refunds[0].charge) : null;
  const customer = charge?.customer ?? null;
  return {
    ...(await memberOf(db, customer)),
    customer,
    description: refunds[0]?.metadata?.[refundKeys.description] || null,
    amount: refunds.reduce((sum, refund) => sum + refund.amount, 0),
    card: charge && cardOf(charge),
    refunds: refunds.map(({ id }) => id),
  };
}

const defaultDurationOf = ({ metadata }: ProviderSubscription): number =>
  metadata[subscriptionKeys.terminal] === onlineTerminal ? settingDefaults.defaultOnlinePlanDuration : settingDefaults.defaultPlanDuration;

interface Begun {
  subscription: ProviderSubscription;
  invoice: ProviderInvoice | null;
}

export async function signUpFacts(
  db: Db,
  { subscription, invoice }: Begun,
  charge: ProviderCharge | null,
): Promise<ReceiptFacts['signup']> {
  const plan = await billedPlan(db, subscription);
  // the plan is in the mirror, or it could not have been sold
  if (!plan) throw new Error(`the price of ${subscription.id} is not in the mirror`);
  return {
    ...(await memberOf(db, subscription.customer)),
    ...plan,
    subscription: subscription.id,
    dueToday: invoice?.amount_paid ?? 0,
    card: await cardOfPlan(db, subscription, charge),
    duration: Number(subscription.metadata[subscriptionKeys.planDuration]) || defaultDurationOf(subscription),
  };
}

/** Returns the cents that a card paid for these invoices, without what a credit paid. */
export const paidIn = (invoices: readonly ProviderInvoice[]): number => invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);

export interface Changed {
  change: ChangeName;
  subscription: ProviderSubscription;
  /** The id of the earlier price; null if the plan stays. */
  former?: string | null;
  /** What this operation billed: note and receipt leave out earlier payments of the plan. */
  billed?: readonly ProviderInvoice[];
  /** Epoch seconds: when the plan ends. */
  ends?: number | null;
}

export async function planChangeFacts(
  db: Db,
  { change, subscription, former, billed = [], ends }: Changed,
  charge: ProviderCharge | null,
): Promise<ReceiptFacts['planchange']> {
  return {
    ...(await memberOf(db, subscription.customer)),
    ...((await billedPlan(db, subscription)) ?? { plan: null, price: null }),
    subscription: subscription.id,
    change,
    former: former ? await billedPlan(db, subscription, former) : null,
    paid: paidIn(billed),
    card: await cardOfPlan(db, subscription, charge),
    ends: ends ?? null,
  };
}
