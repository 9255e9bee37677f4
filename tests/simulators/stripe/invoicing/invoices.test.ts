import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../billing/bills/worked-bill.ts';
import { frozenStripe } from '../frozen-stripe.ts';
import { idOf } from '../stand-in.fixture.ts';

const now = at('2026-11-21 15:30');

let stripe: Stripe;
let customer: string;

beforeEach(async () => {
  ({ stripe } = await frozenStripe({ at: now }));
  customer = (await stripe.customers.create({ name: 'Lee, Ada', email: 'ada@example.com' })).id;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
});

async function draftOf(amount: number, more: Partial<Stripe.InvoiceCreateParams> = {}): Promise<Stripe.Invoice> {
  const { id } = await stripe.invoices.create({ customer, metadata: { operation: '0190' }, ...more });
  await stripe.invoiceItems.create({ customer, invoice: id, amount, currency: 'usd', description: 'Detailing' });
  return stripe.invoices.retrieve(id);
}

describe('an invoice made by hand', () => {
  it('is a draft, opened, and paid with the customer’s card', async () => {
    const draft = await draftOf(2500);
    expect(draft).toMatchObject({ status: 'draft', total: 2500, number: null, customer_email: 'ada@example.com', parent: null });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect(open).toMatchObject({ status: 'open', number: expect.stringMatching(/-0001$/), hosted_invoice_url: expect.any(String) });
    await expect(stripe.invoices.finalizeInvoice(draft.id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.invoices.pay(draft.id)).toMatchObject({
      status: 'paid',
      amount_paid: 2500,
      attempt_count: 1,
      metadata: { operation: '0190' },
    });
    expect((await stripe.charges.list({ customer })).data).toMatchObject([
      { amount: 2500, status: 'succeeded', description: 'Payment for Invoice' },
    ]);
  });

  it('takes what waits for an invoice, with its tax', async () => {
    const rate = await stripe.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 7, jurisdiction: 'US - IN' });
    const product = (await stripe.products.create({ name: 'Towels' })).id;
    const price_data = { currency: 'usd', product, unit_amount: 1000 };
    const item = await stripe.invoiceItems.create({ customer, price_data, quantity: 2, tax_rates: [rate.id] });
    expect(item).toMatchObject({ amount: 2000, invoice: null, description: 'Towels' });
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(invoice).toMatchObject({ subtotal: 2000, total: 2140, total_taxes: [{ amount: 140, taxable_amount: 2000 }] });
    expect(await stripe.invoiceItems.retrieve(item.id)).toMatchObject({ invoice: invoice.id });
    const lines = await stripe.invoices.listLineItems(invoice.id, { limit: 1 });
    expect(lines.data).toMatchObject([{ amount: 2000, quantity: 2, pricing: { price_details: { product } } }]);
  });

  it('that is a draft, or written off already, cannot be written off', async () => {
    const { id } = await draftOf(2500);
    await expect(stripe.invoices.markUncollectible(id)).rejects.toMatchObject({
      statusCode: 400,
      message: "You can only pass in open invoices. This invoice isn't open.",
    });
    await stripe.invoices.finalizeInvoice(id);
    expect((await stripe.invoices.markUncollectible(id)).status).toBe('uncollectible');
    await expect(stripe.invoices.markUncollectible(id)).rejects.toMatchObject({
      message: 'This invoice has already been marked uncollectible.',
      code: undefined,
    });
    await stripe.invoices.pay(id);
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ message: 'Invoices with `paid` payments cannot be voided.' });
  });

  it('that is void is owed no longer', async () => {
    const { id } = await draftOf(2500);
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({
      statusCode: 400,
      message: "You can only pass in open invoices. This invoice isn't open.",
    });
    await stripe.invoices.finalizeInvoice(id);
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void', status_transitions: { voided_at: now } });
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('changes its words and its metadata', async () => {
    const { id } = await draftOf(2500);
    expect(await stripe.invoices.update(id, { description: 'Thank you', metadata: { site: '12' } })).toMatchObject({
      description: 'Thank you',
      metadata: { operation: '0190', site: '12' },
    });
  });

  it('can be paid by cash or check: nothing is charged', async () => {
    const { id } = await draftOf(2500);
    expect(await stripe.invoices.pay(id, { paid_out_of_band: true })).toMatchObject({ status: 'paid', amount_remaining: 0 });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
  });

  it('does not advance by itself and is not sent', async () => {
    const { id } = await draftOf(2500);
    await expect(stripe.invoices.sendInvoice(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.invoices.create({ customer, auto_advance: true })).rejects.toMatchObject({ param: 'auto_advance' });
  });
});

describe('lists', () => {
  it('filter by customer, status, subscription and time', async () => {
    const { id } = await draftOf(2500);
    const ids = async (params: Stripe.InvoiceListParams) => (await stripe.invoices.list(params)).data.map((each) => each.id);
    expect(await ids({ customer, status: 'draft', created: { gte: now }, collection_method: 'charge_automatically' })).toEqual([id]);
    expect(await ids({ customer, status: 'open' })).toEqual([]);
    expect(await ids({ subscription: 'sub_nobody' })).toEqual([]);
    expect(await ids({ created: { lt: now } })).toEqual([]);
    await stripe.invoices.pay(id);
    const [payment] = (await stripe.invoicePayments.list({ invoice: id })).data;
    const payment_intent = idOf(payment?.payment.payment_intent);
    const byIntent = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent }, status: 'paid' });
    expect(byIntent.data).toEqual([payment]);
    expect(await stripe.invoicePayments.retrieve(payment?.id ?? '')).toMatchObject({ invoice: id, amount_paid: 2500 });
  });
});

describe('the catalogue', () => {
  it('is made, changed and retired', async () => {
    const product = await stripe.products.create({ name: 'Interior', metadata: { product_class: 'Interior' } });
    expect(await stripe.products.update(product.id, { name: 'Interior Plus', active: false })).toMatchObject({
      name: 'Interior Plus',
      active: false,
    });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 3499,
      recurring: { interval: 'month' },
      nickname: 'Interior',
    });
    expect(await stripe.prices.update(price.id, { active: false, metadata: { site: '12' } })).toMatchObject({
      active: false,
      metadata: { site: '12' },
    });
    expect((await stripe.prices.list({ product: product.id, active: false })).data.map(({ id }) => id)).toEqual([price.id]);
    await expect(stripe.prices.create({ product: product.id, currency: 'euro', unit_amount: 1 })).rejects.toMatchObject({
      param: 'currency',
    });
    await expect(stripe.prices.create({ product: 'prod_nobody', currency: 'usd', unit_amount: 1 })).rejects.toMatchObject({
      param: 'product',
    });
  });

  it('has tax rates whose percentage never changes', async () => {
    const rate = await stripe.taxRates.create({ display_name: 'Sales tax', inclusive: false, percentage: 8.375, state: 'IL' });
    expect(rate).toMatchObject({ percentage: 8.375, inclusive: false, state: 'IL', active: true });
    expect(await stripe.taxRates.update(rate.id, { active: false })).toMatchObject({ active: false });
    expect((await stripe.taxRates.list({ active: true })).data).toEqual([]);
    await expect(stripe.taxRates.create({ display_name: 'VAT', inclusive: true, percentage: 19 })).rejects.toMatchObject({
      param: 'inclusive',
    });
  });
});
