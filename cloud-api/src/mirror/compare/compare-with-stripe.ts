import { compareStripe, type ComparedCustomer } from '@washdesk/rules/reconcile/compare-stripe';
import { isChargeSubject, type DifferenceSubject } from '@washdesk/rules/reconcile/difference-subject';
import type { MirrorParts } from '../mirror-parts.ts';
import { defaultCardOf } from '../reads/live-customer.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { comparePaymentsInMirror, paymentsAtStripe, type PaymentsAtStripe } from './compare-payments.ts';
import type { Comparison } from './compared-copy.ts';
import { comparedCustomer } from './compared-customer.ts';
import { changeInProgress, isErased, mirroredCustomers, mirroredSubscriptions } from './mirror-sides.store.ts';

type Parts = Pick<MirrorParts, 'db' | 'payments'>;

const nothingPaid: PaymentsAtStripe = { compared: { invoices: [], refunds: [] }, charges: [] };

const causeOf = (error: string | null): string =>
  error === null ? 'No event from Stripe about it arrived' : `An event from Stripe can’t be processed: ${error}`;

/** Compares a customer at Stripe with the mirror. A mirror that was written after the read of Stripe began is compared later. */
export async function compareWithStripe({ db, payments }: Parts, customer: DifferenceSubject): Promise<Comparison> {
  if (isChargeSubject(customer)) return compareCharge({ db, payments }, customer);
  if (await isErased(db, customer)) return { kind: 'compared', differences: [] };
  const readSeq = await nextRead(db);
  const [stripe, paid] = await Promise.all([customerAtStripe(payments, customer), paymentsAtStripe({ db, payments }, customer)]);
  const mirror = await customerInMirror({ db }, customer);
  const payment = await comparePaymentsInMirror(db, paid ?? nothingPaid);
  const { isMoving, error } = await changeInProgress(db, customer, payment.objects);
  if (isMoving || Math.max(mirror?.readSeq ?? 0, payment.readSeq) >= readSeq) return { kind: 'moving' };
  const cause = causeOf(error);
  const differences = [...compareStripe(stripe, mirror?.compared ?? null), ...payment.differences];
  return { kind: 'compared', differences: differences.map((one) => ({ ...one, cause })) };
}

/** Compares the refunds of a charge without a customer. */
async function compareCharge({ db, payments }: Parts, charge: string): Promise<Comparison> {
  const readSeq = await nextRead(db);
  const { differences, ...payment } = await comparePaymentsInMirror(db, (await paymentsAtStripe({ db, payments }, charge)) ?? nothingPaid);
  const { isMoving, error } = await changeInProgress(db, charge, payment.objects);
  if (isMoving || payment.readSeq >= readSeq) return { kind: 'moving' };
  const cause = causeOf(error);
  return { kind: 'compared', differences: differences.map((one) => ({ ...one, cause })) };
}

async function customerAtStripe(payments: Parts['payments'], id: string): Promise<ComparedCustomer | null> {
  const customer = await payments.fetch('customer', id, 'background');
  if (!customer || customer.deleted) return null;
  const card = defaultCardOf(customer);
  const [subscriptions, method] = await Promise.all([
    payments.listOf('subscription', id, 'background'),
    card === null ? null : payments.fetch('payment_method', card, 'background'),
  ]);
  return comparedCustomer({ customer, card: method, subscriptions });
}

async function customerInMirror({ db }: Pick<Parts, 'db'>, id: string): Promise<{ compared: ComparedCustomer; readSeq: number } | null> {
  const row = (await mirroredCustomers(db, [id])).get(id);
  if (!row) return null;
  const subscriptions = await mirroredSubscriptions(db, { customer: id });
  const { customer, card, readSeq } = row;
  return {
    compared: comparedCustomer({ customer, card, subscriptions: subscriptions.map(({ object }) => object) }),
    readSeq: Math.max(readSeq, ...subscriptions.map((one) => one.readSeq)),
  };
}
