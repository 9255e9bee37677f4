import { announceChange, announceNew } from '../announce.ts';
import type * as billing from '../billing/model.ts';
import { invoiceId } from '../objects/invoice-ids.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { creditedDebit, makeItems, putOnInvoice } from '../subscribe/invoice-items.ts';
import { finalizeInvoice } from './finalize.ts';
import { makeInvoice } from './make-invoice.ts';

interface Occasion {
  /** The period that the invoice closes; defaults to the current time. */
  period?: billing.Span | undefined;
  prorationDate?: number | null;
}

/** Stores an invoice of the engine. All except a renewal's draft are open for payment, or paid if nothing is due. */
export function issueInvoice(
  sandbox: Sandbox,
  subscription: Subscription,
  billed: billing.Invoice,
  { period, prorationDate = null }: Occasion = {},
): Invoice {
  const { store } = sandbox;
  const id = invoiceId(subscription.id, billed.number);
  const lines = makeItems(sandbox, billed.lines, { customer: subscription.customer, subscription: subscription.id, invoice: id });
  putOnInvoice(sandbox, lines, id);
  const draft = makeInvoice({
    id,
    billed: { ...billed, lines },
    customerId: subscription.customer,
    customer: store.get('customer', subscription.customer) ?? null,
    taxExempt: subscription.billing.customer.taxExempt,
    bills: { subscription: subscription.id, metadata: subscription.metadata, prorationDate },
    taxRates: subscription.default_tax_rates,
    period,
    priceOf: (price) => store.get('price', price),
    creditedBy: (line) => creditedDebit(sandbox, line, subscription.id),
    daysUntilDue: subscription.billing.daysUntilDue,
  });
  announceNew(sandbox, draft, 'invoice.created');
  giveCurrency(sandbox, subscription.customer);
  return draft.automatically_finalizes_at === null ? finalizeInvoice(sandbox, draft) : draft;
}

/** Returns the period that the items were last billed for, before a renewal. */
export function closedPeriod({ items }: billing.Subscription): billing.Span | undefined {
  const [first] = items.toSorted((one, other) => one.period.end - other.period.end);
  return first?.period;
}

/** Returns the period that a mid-period invoice closes: the part of the period up to that time. */
export function periodUntil(state: billing.Subscription, end: billing.Instant): billing.Span {
  return { start: closedPeriod(state)?.start ?? end, end };
}

/** The first invoice sets a customer's currency. */
export function giveCurrency(sandbox: Sandbox, id: string): void {
  const customer = sandbox.store.get('customer', id);
  if (customer?.currency === null) announceChange(sandbox, customer, { ...customer, currency: 'usd' }, 'customer.updated');
}
