import type { Stripe } from 'stripe';
import type { ProviderInvoiceLine } from '../../common/provider-objects.ts';
import type { InvoiceDiscount, InvoicePreview, PaymentsReader, PreviewOf, PriceChange, InlinePrice } from '../../ports/payments.ts';
import { itemParams } from './price-change.ts';
import { plainJson } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { withTranslatedErrors } from './requests/errors.ts';
import { previewParams } from './start-terms.ts';

const priceData = ({ product, amount }: InlinePrice) => ({
  currency: 'usd',
  product,
  unit_amount: amount,
  recurring: { interval: 'month' as const },
});

function changeParams({
  change,
  inlinePrice,
}: Extract<PreviewOf, { kind: 'change' }>): Stripe.InvoiceCreatePreviewParams.SubscriptionDetails {
  const listed = itemParams(change);
  return inlinePrice ? { ...listed, items: [{ id: change.item, price_data: priceData(inlinePrice) }] } : listed;
}

const goOnParams = ({ priceChange }: { priceChange: PriceChange | null }): Stripe.InvoiceCreatePreviewParams.SubscriptionDetails => ({
  cancel_at_period_end: false,
  ...(priceChange && itemParams(priceChange)),
});

function paramsOf(of: PreviewOf): Stripe.InvoiceCreatePreviewParams {
  const discounts = 'discounts' in of && of.discounts ? { discounts: discountParams(of.discounts) } : {};
  if (of.kind === 'next') return { subscription: of.subscription, ...(of.goOn && { subscription_details: goOnParams(of.goOn) }) };
  if (of.kind === 'change') return { subscription: of.subscription, subscription_details: changeParams(of), ...discounts };
  const exemption = of.taxExempt === undefined ? undefined : { tax_exempt: of.taxExempt ? 'exempt' : 'none' };
  // describes a person who is not a customer yet; unknown fields are left out
  const who =
    of.customer === null
      ? { customer_details: exemption ?? { tax_exempt: 'none' } }
      : { customer: of.customer, customer_details: exemption };
  const start = { ...previewParams(of.start), ...discounts };
  if (!of.inlinePrice) return { ...who, ...start };
  return { ...who, ...start, subscription_details: { ...start.subscription_details, items: [{ price_data: priceData(of.inlinePrice) }] } };
}

// an empty list would inherit the discounts
const discountParams = (ids: readonly string[]): NonNullable<Stripe.InvoiceCreatePreviewParams['discounts']> =>
  ids.length === 0 ? '' : ids.map((discount) => ({ discount }));

const expand = ['discounts.source.coupon'];

function asDiscount(discount: string | Stripe.Discount | Stripe.DeletedDiscount): InvoiceDiscount {
  if (typeof discount === 'string' || discount.deleted) throw new Error('a preview’s discounts are expanded');
  const { id, end, source } = discount;
  const coupon = typeof source.coupon === 'string' ? null : source.coupon;
  return { id, end, once: coupon?.duration === 'once', percentOff: coupon?.percent_off ?? null, amountOff: coupon?.amount_off ?? null };
}

const asPreview = (invoice: Stripe.Invoice): InvoicePreview => ({
  subtotal: invoice.subtotal,
  tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  total: invoice.total,
  starting_balance: invoice.starting_balance,
  amount_due: invoice.amount_due,
  period_end: invoice.period_end,
  discounts: invoice.discounts.map(asDiscount),
  lines: plainJson(invoice.lines.data) as ProviderInvoiceLine[],
});

export function previews({ interactive: { invoices } }: Connections): Pick<PaymentsReader, 'preview'> {
  return { preview: async (of) => asPreview(await withTranslatedErrors(invoices.createPreview({ ...paramsOf(of), expand }))) };
}
