import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceRow } from '@washdesk/contracts/billing/invoice';
import { maskEmail } from '@washdesk/rules/customers/masked-contact';
import { idOf } from '@washdesk/stripe-simulator/stand-in.fixture';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let plates = 0;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

/** Creates a member whose first month could not be charged: an open prorated invoice and an incomplete subscription. */
async function unpaidMember() {
  const { customer } = await cloud.member({ card: 'pm_card_chargeCustomerFail', plate: `UNPAID${(plates += 1)}-IL` });
  const subscription = await cloud.sdk.subscriptions.create({
    customer,
    items: [{ price: 'price_SuperKiss_12' }],
    payment_behavior: 'allow_incomplete',
    off_session: true,
  });
  await cloud.settled();
  return { customer, subscription: subscription.id, invoice: idOf(subscription.latest_invoice) };
}

const invoiceInMirror = (id: string) =>
  cloud.database.db.selectFrom('mirror_invoice').select(['status', 'payment_intent']).where('id', '=', id).executeTakeFirstOrThrow();

describe('paying an open invoice', () => {
  it('charges the chosen card, and subscription, charge and mirror follow at once', async () => {
    const { customer, subscription, invoice } = await unpaidMember();
    const card = await cloud.card(customer, 'pm_card_mastercard');
    const paid = await cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`);
    expect(paid).toMatchObject({
      status: 200,
      body: { id: invoice, status: 'paid', amount_paid: 2_999, amount_remaining: 0, subscription: { id: subscription, status: 'active' } },
    });
    const { status, payment_intent } = await invoiceInMirror(invoice);
    expect(status).toBe('paid');
    const charges = await cloud.database.db
      .selectFrom('mirror_charge')
      .select(['amount', 'brand', 'status'])
      .where('payment_intent', '=', payment_intent)
      .where('status', '=', 'succeeded')
      .execute();
    expect(charges).toEqual([{ amount: 2_999, brand: 'mastercard', status: 'succeeded' }]);
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['action', 'after'])
      .where('subject', '=', `invoice:${invoice}`)
      .execute();
    expect(audit).toEqual([{ action: 'invoice.paid', after: { status: 'paid', with: card } }]);
    const receipts = await cloud.database.db.selectFrom('receipt').selectAll().where('customer', '=', customer).execute();
    const facts = expect.objectContaining({ amount: 2_999, card: { brand: 'mastercard', last4: '4444' } });
    expect(receipts).toMatchObject([{ kind: 'charge', site: 12, facts }]);
    expect(receipts[0]?.about).toEqual(expect.arrayContaining([invoice, payment_intent]));
  });

  it('says what the bank said and leaves the invoice open; another card is another key', async () => {
    const { customer, invoice } = await unpaidMember();
    const poor = await cloud.card(customer, 'pm_card_chargeCustomerFail');
    const declined = await cashier.post(`/invoice/${invoice}/pay?payment_method=${poor}`, {}, { key: 'pay-with-a-poor-card' });
    expect(declined).toMatchObject({
      status: 402,
      body: { code: 'card_declined', details: { invoice, declineCode: 'generic_decline', networkStatus: 'declined_by_network' } },
    });
    expect((await invoiceInMirror(invoice)).status).toBe('open');
    expect(await cashier.post(`/invoice/${invoice}/pay?payment_method=${poor}`, {}, { key: 'pay-with-a-poor-card' })).toEqual({
      ...declined,
      body: { ...declined.body, requestId: expect.any(String) as string },
    });
    const rich = await cloud.card(customer, 'pm_card_visa');
    expect((await cashier.post(`/invoice/${invoice}/pay?payment_method=${rich}`)).status).toBe(200);
  });

  it('charges once when the button is pressed twice', async () => {
    const { customer, invoice } = await unpaidMember();
    const card = await cloud.card(customer, 'pm_card_visa');
    const path = `/invoice/${invoice}/pay?payment_method=${card}`;
    const answers = await Promise.all([
      cashier.post(path, {}, { key: 'pressed-twice' }),
      cashier.post(path, {}, { key: 'pressed-twice' }),
      cashier.post(path, {}, { key: 'pressed-by-another' }),
    ]);
    // whichever key comes first pays; both calls with one key return the same response
    const [first, again, another] = answers.map(({ status }) => status);
    expect(new Set([first, another])).toEqual(new Set([200, 409]));
    expect(again).toBe(first);
    const intents = await cloud.sdk.paymentIntents.list({ customer });
    expect(intents.data.filter(({ status }) => status === 'succeeded').map(({ amount_received }) => amount_received)).toEqual([2_999]);
  });

  it('refuses a paid invoice, another customer’s card and an unknown invoice', async () => {
    const { customer, invoice } = await unpaidMember();
    const card = await cloud.card(customer, 'pm_card_visa');
    const foreign = (await cloud.member({ plate: `OTHER${plates}-IL` })).card;
    expect((await cashier.post(`/invoice/${invoice}/pay?payment_method=${foreign}`)).body).toMatchObject({ code: 'not_their_card' });
    await cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`);
    expect((await cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`)).body).toMatchObject({
      code: 'invoice_not_open',
      message: 'This invoice is paid already',
    });
    expect((await cashier.post(`/invoice/in_none/pay?payment_method=${card}`)).status).toBe(404);
  });
});

describe('giving an invoice up', () => {
  it('is for sales managers and leaves it uncollectible', async () => {
    const { invoice } = await unpaidMember();
    expect((await cashier.post(`/invoice/${invoice}/uncollectable`)).status).toBe(403);
    expect(await manager.post(`/invoice/${invoice}/uncollectable`)).toMatchObject({ status: 200, body: { status: 'uncollectible' } });
    expect((await invoiceInMirror(invoice)).status).toBe('uncollectible');
    expect((await manager.post(`/invoice/${invoice}/uncollectable`)).body).toMatchObject({ code: 'invoice_not_open' });
  });

  it('ends well though the answer was lost and Stripe has forgotten the key since', async () => {
    const { invoice } = await unpaidMember();
    const press = () => manager.post(`/invoice/${invoice}/uncollectable`, {}, { key: 'given-up-long-ago' });
    cloud.stripe.behave({ dropAnswers: 1, seed: 3 });
    expect(await press()).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    cloud.stripe.behave({ dropAnswers: 0 });
    expect((await cloud.sdk.invoices.retrieve(invoice)).status).toBe('uncollectible');
    cloud.stripe.forgetKeys();
    await sql`update operation set created = created - interval '25 hours' where key = 'given-up-long-ago'`.execute(cloud.database.db);
    expect(await press()).toMatchObject({ status: 200, body: { status: 'uncollectible' } });
    const audit = await cloud.database.db.selectFrom('whole_audit').select('action').where('subject', '=', `invoice:${invoice}`).execute();
    expect(audit).toEqual([{ action: 'invoice.uncollectable' }]);
  });
});

describe('searching invoices', () => {
  it('finds by invoice number in any case, with customer and site, and by nothing that is not whole', async () => {
    const { customer, subscription, invoice } = await unpaidMember();
    await cloud.sdk.customers.update(customer, { email: 'ada.moore@example.com' });
    await cloud.settled();
    const { number } = await cloud.sdk.invoices.retrieve(invoice);
    const found = await cashier.post('/invoice/search', { invoicenumber: String(number).toLowerCase() });
    expect(found.body).toMatchObject({
      count: 1,
      next_page: null,
      results: [{ id: invoice, number, amount_due: 2_999, status: 'open', subscription, customer: { id: customer, name: 'Moore, Ada' } }],
    });
    const emailFor = async (client: ApiClient) =>
      (await client.post<{ results: InvoiceRow[] }>('/invoice/search', { invoice: number })).body.results[0]?.customer?.email;
    const whole = await emailFor(manager);
    expect(whole).toMatch(/^\w+.*@/);
    expect(await emailFor(cashier)).toBe(maskEmail(whole!));
    expect((await cashier.post('/invoice/search', { invoice: String(number).slice(0, -1) })).body).toMatchObject({ count: 0, results: [] });
    expect((await cashier.post('/invoice/search', {})).status).toBe(400);
  });

  it("finds by the number on the customer's receipt, which the charge has, or an older invoice itself", async () => {
    const { customer, invoice } = await unpaidMember();
    const card = await cloud.card(customer, 'pm_card_visa');
    await cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`);
    const { db } = cloud.database;
    const { payment_intent } = await invoiceInMirror(invoice);
    await db
      .updateTable('mirror_charge')
      .set({ receipt_number: '1550-0001' })
      .where('payment_intent', '=', payment_intent)
      .where('status', '=', 'succeeded')
      .execute();
    const found = { count: 1, results: [{ id: invoice, receipt_number: '1550-0001' }] };
    expect((await cashier.post('/invoice/search', { receipt: '1550-0001' })).body).toMatchObject(found);
    await db.updateTable('mirror_invoice').set({ receipt_number: '1999-0002' }).where('id', '=', invoice).execute();
    expect((await cashier.post('/invoice/search', { receiptnumber: '1999-0002' })).body).toMatchObject({ count: 1 });
    expect((await cashier.post('/invoice/search', { receipt: '1999-0002', invoice: 'OTHER-1' })).body).toMatchObject({ count: 0 });
  });
});
