import type { Stripe } from 'stripe';
import type { StartTerms } from '../../ports/payments.ts';

// A start and its preview are the same in two forms of Stripe's API: side by side here, so that both are changed together.

/** Set although it is the default, because credits of later changes depend on it. */
const billingMode = { type: 'flexible' } as const;

/**
 * The second from which the first month is charged; null for a free first month, which is a trial up to the anchor. "Do not prorate" is a
 * backdated start, because proration `none` would make the first month free.
 */
function servedFrom({ from, first }: StartTerms): number | null {
  if (first.kind === 'free') return null;
  return first.kind === 'fullMonth' ? first.monthStart : from;
}

const lastMonthPrice = ({ product, amount }: NonNullable<StartTerms['lastMonth']>) => ({ currency: 'usd', product, unit_amount: amount });

const ratesOf = ({ taxRates }: StartTerms): string[] | undefined => (taxRates.length > 0 ? taxRates : undefined);

function firstPeriod(start: StartTerms): Partial<Stripe.SubscriptionCreateParams> {
  const from = servedFrom(start);
  if (from === null) return { trial_end: start.anchor };
  return { backdate_start_date: from, billing_cycle_anchor: start.anchor, proration_behavior: 'create_prorations' };
}

function addedItems({ lastMonth }: StartTerms): Stripe.SubscriptionCreateParams.AddInvoiceItem[] | undefined {
  if (!lastMonth) return undefined;
  const { start, end } = lastMonth;
  const period = { start: { type: 'timestamp', timestamp: start }, end: { type: 'timestamp', timestamp: end } };
  return [{ price_data: lastMonthPrice(lastMonth), period }];
}

export const startParams = (start: StartTerms): Stripe.SubscriptionCreateParams => ({
  items: [{ price: start.price }],
  billing_mode: billingMode,
  default_tax_rates: ratesOf(start),
  add_invoice_items: addedItems(start),
  ...firstPeriod(start),
});

function previewedPeriod(start: StartTerms): Partial<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails> {
  const from = servedFrom(start);
  if (from === null) return { trial_end: start.anchor };
  const billing_cycle_anchor = { type: 'timestamp', timestamp: start.anchor };
  return { start_date: from, billing_cycle_anchor, proration_behavior: 'create_prorations' };
}

function previewedItems({ lastMonth }: StartTerms): Stripe.InvoiceCreatePreviewParams.InvoiceItem[] | undefined {
  if (!lastMonth) return undefined;
  const { start, end } = lastMonth;
  return [{ price_data: lastMonthPrice(lastMonth), period: { start, end } }];
}

export const previewParams = (start: StartTerms): Stripe.InvoiceCreatePreviewParams => ({
  subscription_details: {
    items: [{ price: start.price }],
    billing_mode: billingMode,
    default_tax_rates: ratesOf(start),
    ...previewedPeriod(start),
  },
  invoice_items: previewedItems(start),
});
