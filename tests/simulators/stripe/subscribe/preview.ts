import type { BillingEvent, Create } from '../billing/events.ts';
import { addedLine } from '../billing/lines.ts';
import type * as billing from '../billing/model.ts';
import { preview, upcoming } from '../billing/preview.ts';
import { ratesFor } from '../billing/tax.ts';
import { closedPeriod, periodUntil } from '../invoicing/issue.ts';
import { endingBalance, makeInvoice } from '../invoicing/make-invoice.ts';
import type { CreditedDebit } from '../objects/invoice-item.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import { Input } from '../wire/input.ts';
import { accountOf, refusing } from './account.ts';
import { discountsOf } from './discounts.ts';
import { creditedDebit } from './invoice-items.ts';
import { changedItems, newItems, timestampOf } from './items.ts';
import { prorationBehaviors, trialEndOf } from './order.ts';
import { previewedItems } from './previewed-items.ts';
import { PriceBook } from './price-book.ts';
import { runDue } from './run-due.ts';
import { taxRatesOf } from './tax-rates.ts';
import { cancelAtOf } from './update.ts';

const detailFields = [
  'billing_cycle_anchor',
  'billing_mode',
  'cancel_at',
  'cancel_at_period_end',
  'cancel_now',
  'default_tax_rates',
  'items',
  'metadata',
  'proration_behavior',
  'proration_date',
  'start_date',
  'trial_end',
];

/** Previews the next invoice of a subscription, of a change to it, or of a new one. Nothing is stored. */
export function previewInvoice(sandbox: Sandbox, input: Input): Invoice {
  input.choice('preview_mode', ['next']);
  input.choice('currency', ['usd']);
  const details = input.object('subscription_details') ?? new Input({}, 'subscription_details');
  details.allowOnly(detailFields);
  const id = input.text('subscription');
  return id === undefined ? previewNew(sandbox, input, details) : previewChange(sandbox, input, details, id);
}

function previewChange(sandbox: Sandbox, input: Input, details: Input, id: string): Invoice {
  const at = sandbox.now();
  if (!sandbox.store.get('subscription', id)) throw noSuchReference('subscription', id, 'subscription');
  const subscription = runDue(sandbox, id, at);
  const prices = new PriceBook(sandbox);
  for (const name of ['start_date', 'trial_end']) {
    if (details.has(name)) throw invalidParameter(details.param(name), 'This is not possible for a subscription that has begun.');
  }
  const anchor = details.object('billing_cycle_anchor');
  anchor?.allowOnly(['type']);
  anchor?.choice('type', ['unchanged']);
  const account = accountOf(sandbox, subscription.customer);
  const discounted = withDiscounts(sandbox, input, { ...subscription.billing, customer: account });
  const state = withAdded(sandbox, prices, input, discounted);
  const prorationDate = timestampOf(details, 'proration_date');
  const event = changeEvent(sandbox, prices, details, subscription);
  const billed = refusing(() => (event ? preview(state, event) : upcoming(state)));
  if (!billed) throw nothingComes(subscription.customer);
  return shown(sandbox, prices, billed, {
    customer: subscription.customer,
    taxExempt: state.customer.taxExempt,
    bills: { subscription: id, metadata: subscription.metadata, prorationDate: event ? (prorationDate ?? at) : null },
    taxRates: subscription.default_tax_rates,
    period:
      billed.reason === 'subscription_cycle' && !billed.abandoned
        ? closedPeriod(subscription.billing)
        : periodUntil(subscription.billing, at),
    creditedBy: (line) => creditedDebit(sandbox, line, id),
    daysUntilDue: subscription.billing.daysUntilDue,
  });
}

function changeEvent(sandbox: Sandbox, prices: PriceBook, details: Input, subscription: Subscription): BillingEvent | null {
  const at = sandbox.now();
  const prorationBehavior = details.choice('proration_behavior', prorationBehaviors);
  if (details.boolean('cancel_now')) return { type: 'cancel', at, prorate: prorationBehavior !== 'none', invoiceNow: true };
  if (details.names().length === 0) return null;
  return {
    type: 'update',
    at,
    items: changedItems(sandbox, prices, details, subscription).changes,
    prorationBehavior,
    prorationDate: timestampOf(details, 'proration_date'),
    taxRates: taxRatesOf(sandbox, details, 'default_tax_rates'),
    cancelAtPeriodEnd: details.boolean('cancel_at_period_end'),
    cancelAt: cancelAtOf(details, subscription.billing),
  };
}

/** Bills with the discounts of the preview instead of the subscription's and the customer's. */
function withDiscounts<T extends Pick<billing.Subscription, 'customer' | 'discounts'>>(sandbox: Sandbox, input: Input, of: T): T {
  const chosen = discountsOf(sandbox, input);
  if (!chosen) return of;
  return { ...of, discounts: chosen.map((each) => each.billing), customer: { ...of.customer, discount: null } };
}

function withAdded(sandbox: Sandbox, prices: PriceBook, input: Input, state: billing.Subscription): billing.Subscription {
  const added = previewedItems(sandbox, prices, input).map((item) =>
    addedLine(item, item.period ?? { start: sandbox.now(), end: sandbox.now() }, ratesFor(state, item)),
  );
  return { ...state, pending: [...state.pending, ...added] };
}

function previewNew(sandbox: Sandbox, input: Input, details: Input): Invoice {
  const at = sandbox.now();
  const prices = new PriceBook(sandbox);
  const { customer, account } = addressee(sandbox, input);
  const start = timestampOf(details, 'start_date');
  const event: Create = {
    type: 'create',
    at,
    items: newItems(sandbox, prices, details).map(({ change }) => change),
    anchor: anchorOf(details),
    trialEnd: trialEndOf(details, at),
    backdateStartDate: start === at ? undefined : start,
    prorationBehavior: details.choice('proration_behavior', prorationBehaviors),
    addInvoiceItems: previewedItems(sandbox, prices, input),
    taxRates: taxRatesOf(sandbox, details, 'default_tax_rates') ?? [],
    customer: withDiscounts(sandbox, input, { customer: account }).customer,
  };
  const billed = refusing(() => preview(null, event));
  if (!billed) throw nothingComes(customer);
  const taxRates = (event.taxRates ?? []).map(({ id }) => id);
  return shown(sandbox, prices, billed, { customer, taxExempt: account.taxExempt, bills: null, taxRates, period: undefined });
}

/** Returns an existing customer, or the given details of one that does not exist. */
function addressee(sandbox: Sandbox, input: Input): { customer: string | null; account: billing.CustomerAccount } {
  const customer = input.text('customer');
  const details = input.object('customer_details');
  details?.allowOnly(['tax_exempt']);
  const exempt = details?.choice('tax_exempt', ['exempt', 'none', 'reverse'] as const);
  if (customer !== undefined) {
    if (!sandbox.store.get('customer', customer)) throw noSuchReference('customer', customer, 'customer');
    const account = accountOf(sandbox, customer);
    return { customer, account: exempt ? { ...account, taxExempt: exempt !== 'none' } : account };
  }
  if (!details) throw missingParameter('customer');
  return { customer: null, account: { balance: 0, taxExempt: exempt !== undefined && exempt !== 'none' } };
}

function anchorOf(details: Input): number | undefined {
  const anchor = details.object('billing_cycle_anchor');
  if (!anchor) return undefined;
  anchor.allowOnly(['type', 'timestamp']);
  const type = anchor.choice('type', ['now', 'timestamp'] as const);
  return type === 'timestamp' ? timestampOf(anchor, 'timestamp') : undefined;
}

interface Shown {
  customer: string | null;
  taxExempt: boolean;
  bills: Invoice['bills'];
  taxRates: string[];
  period: billing.Span | undefined;
  creditedBy?: (line: billing.Line) => CreditedDebit | null;
  daysUntilDue?: number | null | undefined;
}

function shown({ store, newId }: Sandbox, prices: PriceBook, billed: billing.Invoice, { customer, ...rest }: Shown): Invoice {
  const known = customer === null ? null : (store.get('customer', customer) ?? null);
  const invoice = makeInvoice({
    ...rest,
    id: newId('upcoming_in'),
    billed,
    customerId: customer,
    customer: known,
    priceOf: (id) => prices.find(id),
  });
  return { ...invoice, automatically_finalizes_at: null, billing_reason: 'upcoming', ending_balance: endingBalance(invoice) };
}

function nothingComes(customer: string | null): StripeFault {
  return new StripeFault(404, `No upcoming invoices for customer: ${customer ?? 'none'}`, { code: 'invoice_upcoming_none' });
}
