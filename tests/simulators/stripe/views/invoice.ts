import type { LineDiscount, TaxLine } from '../billing/model.ts';
import { sum } from '../billing/money.ts';
import type { Invoice, InvoiceLine } from '../objects/invoice.ts';
import type { Store } from '../state/store.ts';
import { invoiceLineView, pretaxCredits, taxView } from './invoice-line.ts';
import { taxRatesOf } from './subscription.ts';

/** Returns an invoice in wire format. */
export function invoiceView(store: Store, invoice: Invoice) {
  const {
    addressee,
    bills,
    lines,
    sequence: _sequence,
    awaitsAction,
    abandonedAt: _at,
    paymentIntent: _intent,
    invoicePayment: _payment,
    ...shown
  } = invoice;
  const { uncollectible_reason, ...fields } = shown;
  const finalized = invoice.status_transitions.finalized_at;
  const taxes = totalTaxes(lines);
  const discounts = totalDiscounts(lines);
  const owner = { id: invoice.id, subscription: bills && bills.subscription };
  return {
    ...fields,
    account_country: 'US',
    account_name: 'Washdesk',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_remaining: invoice.amount_due - invoice.amount_paid,
    amount_shipping: 0,
    application: null,
    attempted: invoice.attempt_count > 0 || invoice.status === 'paid' || awaitsAction,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    currency: 'usd',
    custom_fields: null,
    customer_account: null,
    customer_address: addressee.address,
    customer_email: addressee.email,
    customer_name: addressee.name,
    customer_phone: addressee.phone,
    customer_shipping: null,
    customer_tax_exempt: addressee.taxExempt,
    customer_tax_ids: [],
    default_source: null,
    default_tax_rates: taxRatesOf(store, invoice.default_tax_rates),
    discounts: discounts.map(({ discountId }) => discountId),
    effective_at: finalized,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: finalized === null ? null : `${store.origin}/invoices/${invoice.id}`,
    invoice_pdf: finalized === null ? null : `${store.origin}/invoices/${invoice.id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line, index) => invoiceLineView(line, index, owner)),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    on_behalf_of: null,
    parent: bills && parentView(bills),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    ...(uncollectible_reason ? { status_details: { uncollectible: { reason: uncollectible_reason } } } : {}),
    subtotal_excluding_tax: invoice.subtotal,
    test_clock: null,
    total_discount_amounts: discounts.map(({ discountId, amount }) => ({ amount, discount: discountId })),
    total_excluding_tax: invoice.subtotal - sum(discounts.map(({ amount }) => amount)),
    total_pretax_credit_amounts: pretaxCredits(discounts),
    total_taxes: taxes.map(taxView),
    webhooks_delivered_at: invoice.created,
  };
}

function parentView({ subscription, metadata, prorationDate }: NonNullable<Invoice['bills']>) {
  const details = { metadata, subscription, ...(prorationDate === null ? {} : { subscription_proration_date: prorationDate }) };
  return { quote_details: null, subscription_details: details, type: 'subscription_details' };
}

/** Sums the taxes over all lines, once per rate. */
function totalTaxes(lines: readonly InvoiceLine[]): TaxLine[] {
  const totals = new Map<string, TaxLine>();
  for (const { rateId, amount, taxableAmount } of lines.flatMap(({ taxes }) => taxes)) {
    const before = totals.get(rateId) ?? { rateId, amount: 0, taxableAmount: 0 };
    totals.set(rateId, { rateId, amount: before.amount + amount, taxableAmount: before.taxableAmount + taxableAmount });
  }
  return [...totals.values()];
}

/** Sums the discounts over all lines, once per discount. */
function totalDiscounts(lines: readonly InvoiceLine[]): LineDiscount[] {
  const totals = new Map<string, number>();
  for (const { discountId, amount } of lines.flatMap(({ discounts = [] }) => discounts)) {
    totals.set(discountId, (totals.get(discountId) ?? 0) + amount);
  }
  return [...totals].map(([discountId, amount]) => ({ discountId, amount }));
}
