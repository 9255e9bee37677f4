import type * as company from '../../company/member-model.ts';
import type * as billing from '../billing/model.ts';
import type { Customer } from '../objects/customer.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Price } from '../objects/price.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import { makeRenewalPayment } from '../objects/seeded-charge.ts';
import { makeSchedule } from '../objects/subscription-schedule.ts';
import type { StoredObject } from '../store.ts';
import { seededBill } from './seeded-bill.ts';
import { makeSeededInvoice, makeSeededPayment } from './seeded-invoice.ts';
import { makeSubscription } from './seeded-subscription.ts';

export interface Catalogue {
  prices: ReadonlyMap<string, Price>;
  productNames: ReadonlyMap<string, string>;
  /** Epoch seconds. */
  now: number;
}

interface Billed {
  member: company.Member;
  subscription: company.Subscription;
  method: PaymentMethod | null;
  /** Null for one who is deleted. */
  customer: Customer | null;
}

/** A member's subscription with its schedule, its last invoice, and what was charged for that. */
export function seededBilling({ member, subscription, method, customer }: Billed, catalogue: Catalogue): StoredObject[] {
  const price = priceOf(catalogue, subscription.priceId);
  const { increase } = subscription;
  const prices = { now: billable(catalogue, price), next: increase && billable(catalogue, priceOf(catalogue, increase.priceId)) };
  const bill = seededBill(member, subscription, prices.now);
  const id = invoiceId(subscription.id, 1);
  const stored = makeSubscription({ member, subscription, prices, bill, latestInvoice: id, now: catalogue.now });
  const payment = method && bill.amount > 0 ? makeRenewalPayment(subscription, method, member.id, bill) : null;
  const paymentIntent = payment && payment.paymentIntent;
  const invoice = makeSeededInvoice({ id, bill, customer, subscription: stored, price, paymentIntent });
  return [
    stored,
    ...(increase ? [makeSchedule(member, subscription, increase)] : []),
    invoice,
    ...(payment ? [payment.paymentIntent, payment.charge, makeSeededPayment(invoice, payment.paymentIntent)] : []),
  ];
}

function priceOf({ prices }: Catalogue, id: string): Price {
  const price = prices.get(id);
  if (!price) throw new Error(`a member pays a price that does not exist: ${id}`);
  return price;
}

function billable({ productNames }: Catalogue, { id, product, unit_amount }: Price): billing.Price {
  return { id, name: productNames.get(product) ?? product, amount: unit_amount, interval: { unit: 'month', count: 1 } };
}
