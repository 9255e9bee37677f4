import type * as company from '@washdesk/simulators/company/member-model';
import type * as billing from '../billing/model.ts';
import type { Customer } from '../objects/customer.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Price } from '../objects/price.ts';
import { makeRenewalPayment } from '../objects/seeded-charge.ts';
import { makeSchedule } from '../objects/subscription-schedule.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { StoredObject } from '../state/store.ts';
import { pastBill, recovered, seededBill, type SeededBill } from './seeded-bill.ts';
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
  /** Null for a deleted customer. */
  customer: Customer | null;
  /** Oldest first. */
  pastBills: readonly company.PastBill[];
}

/** Returns a member's subscription with its schedule, its last invoice and charge, and earlier ones. */
export function seededBilling({ member, subscription, method, customer, pastBills }: Billed, catalogue: Catalogue): StoredObject[] {
  const price = priceOf(catalogue, subscription.priceId);
  const { increase } = subscription;
  const prices = { now: billable(catalogue, price), next: increase && billable(catalogue, priceOf(catalogue, increase.priceId)) };
  const isLast = ({ at }: company.PastBill): boolean => at === subscription.periodStart;
  const earlier = pastBills.filter((past) => !isLast(past));
  const bill = recovered(seededBill(member, subscription, prices.now), pastBills.find(isLast)?.paidAt ?? null);
  const id = invoiceId(subscription.id, 1);
  const stored = makeSubscription({ member, subscription, prices, bill, latestInvoice: id, now: catalogue.now });
  const billed = (parts: BillParts): StoredObject[] => billedObjects({ ...parts, member, method, customer, stored });
  return [
    stored,
    ...(increase ? [makeSchedule(member, subscription, increase)] : []),
    ...billed({ id, bill, subscription, price, sequence: earlier.length + 1 }),
    ...earlier.flatMap((past, index) => {
      const then = priceOf(catalogue, past.priceId);
      const as = { ...subscription, id: `${subscription.id}p${index + 1}`, periodStart: past.at };
      const of = pastBill(member, subscription, past, billable(catalogue, then));
      return billed({ id: invoiceId(as.id, 1), bill: of, subscription: as, price: then, sequence: index + 1 });
    }),
  ];
}

interface BillParts {
  id: string;
  bill: SeededBill;
  /** The subscription as billed then; its id names the payment. */
  subscription: company.Subscription;
  price: Price;
  sequence: number;
}

/** Returns an invoice with its charge. */
function billedObjects(parts: BillParts & Omit<Billed, 'pastBills' | 'subscription'> & { stored: Subscription }): StoredObject[] {
  const { id, bill, subscription, price, sequence, member, method, customer, stored } = parts;
  const payment = method && bill.amount > 0 ? makeRenewalPayment(subscription, method, member.id, bill) : null;
  const paymentIntent = payment && payment.paymentIntent;
  const invoice = makeSeededInvoice({ id, bill, customer, subscription: stored, price, paymentIntent, sequence });
  return [invoice, ...(payment ? [payment.paymentIntent, ...payment.charges, makeSeededPayment(invoice, payment.paymentIntent)] : [])];
}

function priceOf({ prices }: Catalogue, id: string): Price {
  const price = prices.get(id);
  if (!price) throw new Error(`Price of a member not found: ${id}`);
  return price;
}

function billable({ productNames }: Catalogue, { id, product, unit_amount }: Price): billing.Price {
  return { id, name: productNames.get(product) ?? product, amount: unit_amount, interval: { unit: 'month', count: 1 } };
}
