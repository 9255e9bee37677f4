import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, clientAs, sessionKeyOf } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { nobody } from '@washdesk/cloud-api/testing/callers';
import { captureCard, ok, views, type Reinstated } from '@washdesk/cloud-api/testing/member-views';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';

/**
 * One member's year, in calendar order: each day continues where the previous one ended. Site 12 taxes 5 % per line, rounded per line. A
 * part of a month costs the price by the seconds left of it; the hours are chosen so that no cent changes while a test runs.
 */
let cloud: BillingCloud;
let visitor: ApiClient;
let seller: ApiClient;
let cashier: ApiClient;
let manager: ApiClient;
let support: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T10:05:00Z', taxed: true });
  visitor = new ApiClient(cloud.url, nobody);
  seller = await clientAs(cloud, 'Cashier');
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  support = await clientAs(cloud, 'SupportCenter');
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const epoch = (iso: string): number => Date.parse(iso) / 1_000;

let member = '';
let plan = '';
let card = '';

const see = views(() => cashier);
const general = () => see.general(member);
const shown = () => see.shown(plan);
const invoices = () => see.invoices(member);
const charges = () => see.charges(member);
const choice = () => see.choice(plan);

describe('2026', () => {
  it('16 November: signs up at home and pays the rest of the month', async () => {
    const form = {
      address: { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' },
      email: 'ada@washdesk.test',
      phone: '8155550100',
      plate: 'ADA1',
      plateState: 'IL',
      PlanId: kiss,
      termsAgreed: true,
    };
    const { url } = await ok(visitor.post<{ url: string }>('/checkout', { ...form, sessionKey: await sessionKeyOf(visitor) }));
    await submitPage(url, { email: form.email, name: 'Moore, Ada' });
    await cloud.settled();
    expect((await visitor.get(`/checkout/${url.split('/').at(-1)}`)).body).toMatchObject({
      status: 'complete',
      customer: { name: 'Moore, Ada' },
    });
    const { customers } = await ok(cashier.get<{ customers: { id: string }[] }>('/customer/customercheck/ADA1-IL'));
    expect(customers).toHaveLength(1);
    member = customers[0]?.id ?? '';
    const detail = await general();
    expect(detail).toMatchObject({
      incomplete: true,
      createdOnline: true,
      planType: 'Super Kiss',
      loyaltyGroups: ['Active Unlimited Plans'],
    });
    plan = detail.subscriptions.data[0]?.id ?? '';
    card = detail.invoice_settings.default_payment_method ?? '';
    // 1295700 of November's 2592000 s: 2999 x 1295700 / 2592000 = 1499.15 -> 1499; 5 % = 74.95 -> 75
    expect(await invoices()).toMatchObject([{ status: 'paid', total: 1499 + 75, total_excluding_tax: 1499, amount_paid: 1574, site: 12 }]);
  });

  it('18 November: a cashier completes the sign-up, and is its seller from then on', async () => {
    await cloud.clock.moveTo('2026-11-18T12:00:00Z');
    const clone = { clonedFrom: member, CustomerCode: 'ADA2-IL', SecondaryCode: '12345+000001' };
    expect(await cashier.post('/customer', clone)).toMatchObject({ status: 409, body: { code: 'not_clonable' } });
    expect(await manager.delete(`/customer/${member}?reason=x`)).toMatchObject({ status: 409, body: { code: 'customer_incomplete' } });
    expect(await seller.post(`/subscription/${plan}/metadata`, { incomplete: 'false' })).toMatchObject({
      status: 409,
      body: { code: 'not_complete' },
    });
    await ok(
      seller.post(`/customer/${member}`, { base: { metadata: { SecondaryCode: '' } }, metadata: { SecondaryCode: '12345+654321' } }),
    );
    await ok(seller.post(`/subscription/${plan}/metadata`, { incomplete: 'false' }));
    expect(await general()).toMatchObject({ incomplete: false });
    // created more than 48 hours ago, sold just now
    expect(await seller.post(`/subscription/${plan}/discontinue`, { reason: 'x' })).toMatchObject({ status: 403 });
  });

  it('10 December: upgrades in the middle of a paid month', async () => {
    await cloud.clock.moveTo('2026-12-10T11:58:00Z');
    const { due_today, proration_date, next } = await see.preview(plan, { change: 'upgrade', price: plus });
    // 1893720 of December's 2678400 s are left: back 2999 -> 2120.40 -> 2120 and its tax 106; to pay 4499 -> 3180.95 -> 3181, tax 159.05 ->
    // 159
    expect(due_today).toBe(3181 + 159 - 2120 - 106);
    // 5 % of 4499 are 224.95
    expect(next).toMatchObject({ date: epoch('2027-01-01T10:00:00Z'), amount: 4499 + 225 });
    await ok(cashier.post(`/subscription/${plan}/upgrade`, { price: plus, proration_date }));
    expect(await general()).toMatchObject({ planType: 'Super Kiss Plus', loyaltyGroups: ['Active Unlimited PLUS members'] });
    // December in full: 2999 and 149.95 -> 150
    expect((await invoices()).map(({ total }) => total)).toEqual([1114, 3149, 1574]);
  });

  it('20 December: an increase is announced for February', async () => {
    await cloud.clock.moveTo('2026-12-20T12:00:00Z');
    const scheduler = await clientAs(cloud, 'Scheduler');
    await ok(scheduler.post('/subscriptionschedule', { subscriptionId: plan, newPrice: `${plus}_next`, effectiveDate: '2027-02-01' }));
    expect(await shown()).toMatchObject({ plan: { amount: 4499 }, schedule: { status: 'active' } });
  });
});

describe('2027', () => {
  it('January costs the old price, February the new one', async () => {
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    // 5 % of 4799 are 239.95
    expect((await invoices()).slice(0, 2)).toMatchObject([
      { status: 'paid', total: 4799 + 240 },
      { status: 'paid', total: 4724 },
    ]);
    expect(await shown()).toMatchObject({ plan: { id: `${plus}_next`, amount: 4799 } });
  });

  it('1 March: the card declines, and the lane still opens', async () => {
    cloud.spoil(card, 'declined_expired_card');
    await cloud.clock.moveTo('2027-03-02T12:00:00Z');
    expect(await shown()).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', amount_due: 5039 } });
    expect((await charges()).charges[0]).toMatchObject({
      status: 'failed',
      amount: 5039,
      refundable: 0,
      outcome: { reason: 'expired_card', network_status: 'declined_by_network', seller_message: expect.any(String) },
    });
    expect(await general()).toMatchObject({ planType: 'Super Kiss Plus', loyaltyGroups: ['Active Unlimited PLUS members'] });
  });

  it('3 March: another card pays the very invoice, and April by itself', async () => {
    await cloud.clock.moveTo('2027-03-03T12:00:00Z');
    const [open] = await invoices();
    expect(await cashier.post(`/invoice/${open?.id}/pay?payment_method=${card}`)).toMatchObject({
      status: 402,
      body: { details: { declineCode: 'expired_card', invoice: open?.id } },
    });
    card = await captureCard(cloud, cashier, member, 'pm_card_mastercard');
    expect(await cashier.post(`/invoice/${open?.id}/pay?payment_method=${card}`)).toMatchObject({
      status: 200,
      body: { status: 'paid', amount_paid: 5039, subscription: { status: 'active' } },
    });
    await cloud.clock.moveTo('2027-04-01T12:00:00Z');
    expect((await invoices())[0]).toMatchObject({ status: 'paid', total: 5039 });
    expect((await charges()).charges[0]).toMatchObject({ amount_captured: 5039, payment_method_details: { brand: 'mastercard' } });
  });

  it('April: discontinues, thinks better of it, and pays nothing for that', async () => {
    await cloud.clock.moveTo('2027-04-10T12:00:00Z');
    await ok(seller.post(`/subscription/${plan}/discontinue`, { reason: 'Moving away' }));
    expect((await cashier.get(`/invoice/${plan}/latestinvoice`)).body).toMatchObject({ amount_due: 0 });
    await cloud.clock.moveTo('2027-04-20T12:00:00Z');
    expect(await choice()).toMatchObject({ mode: 'discontinue-reinstate', chosen: `${plus}_next`, warnings: [] });
    const back = await ok(cashier.post(`/subscription/${plan}/reinstate?mode=discontinue-reinstate`));
    expect(back).toMatchObject({ receipt: false, subscription: { id: plan, cancel_at_period_end: false } });
    expect((await invoices()).length).toBe(7);
  });

  it('16 May: downgrades; Super Kiss costs more now, but no member pays more than the cap', async () => {
    await cloud.sdk.prices.update(kiss, { metadata: { current_price: 'false' } });
    await cloud.sdk.prices.update(`${kiss}_next`, { metadata: { current_price: 'true' } });
    await cloud.clock.moveTo('2027-05-16T12:00:00Z');
    const target = { price: `${kiss}_next` };
    const { due_today, next, proration_date } = await see.preview(plan, { change: 'downgrade', ...target });
    expect(due_today).toBe(0);
    // 1375200 of May's 2678400 s: back 4799 -> 2464.00 -> 2464, tax 123.2 -> 123; to pay 2999 -> 1539.81 -> 1540, tax 77
    const june = 2999 + 150 + 1540 + 77 - 2464 - 123;
    expect(next).toMatchObject({ date: epoch('2027-06-01T10:00:00Z'), amount: june });
    const changed = await ok(manager.post(`/subscription/${plan}/downgrade`, { ...target, proration_date }));
    expect(changed).toMatchObject({
      message: 'Downgrade price is capped at $29.99',
      subscriptions: [{ plan: { id: kiss, amount: 2999 } }],
    });
    expect(await general()).toMatchObject({ planType: 'Super Kiss', loyaltyGroups: ['Active Unlimited Plans'] });
    await cloud.clock.moveTo('2027-06-01T12:00:00Z');
    expect((await invoices()).slice(0, 2)).toMatchObject([
      { status: 'paid', total: 2179 },
      { status: 'paid', total: 5039 },
    ]);
    expect(june).toBe(2179);
  });

  it('June: is found tax exempt', async () => {
    const base = await general();
    await ok(support.post(`/customer/${member}`, { ...base, tax_exempt: 'exempt', base }));
    await ok(support.post(`/subscription/${plan}/changetax`, { site: 12 }));
    expect((await cashier.get(`/invoice/${plan}/latestinvoice`)).body).toMatchObject({ amount_due: 2999, tax: 0 });
  });

  it('July: does not pay, is terminated, and comes back by paying July', async () => {
    cloud.spoil(card, 'declined');
    await cloud.clock.moveTo('2027-07-02T12:00:00Z');
    const why = { reason: 'Did not pay' };
    expect(await cashier.post(`/subscription/${plan}/terminate`, why)).toMatchObject({
      status: 403,
      body: { message: 'You do not have the proper permissions to access this resource' },
    });
    const ended = await ok(manager.post(`/subscription/${plan}/terminate`, why));
    expect(ended).toMatchObject({ open_invoices: [{ amount_remaining: 2999 }], subscriptions: [{ id: plan, status: 'canceled' }] });
    expect(await general()).toMatchObject({ planType: 'Not Active', loyaltyGroups: ['None'] });
    await cloud.clock.moveTo('2027-07-10T12:00:00Z');
    expect(await choice()).toMatchObject({
      mode: 'nonpayment-reinstate',
      chosen: `${kiss}_next`,
      monthsSinceCanceled: 0,
      warnings: [
        'Customer went uncollected for this month',
        'Customer had canceled prior to price increase. Reinstating at increased Amount.',
      ],
    });
    const first = { date: epoch('2027-08-01T10:00:00Z'), amount: 3299 };
    expect(await see.preview(plan, { change: 'reinstate' })).toMatchObject({ due_today: 2999, next: first });
    card = await captureCard(cloud, cashier, member, 'pm_card_visa');
    const again = await ok(cashier.post<Reinstated>(`/subscription/${plan}/reinstate`));
    expect(again).toMatchObject({ receipt: true, subscription: { status: 'trialing', metadata: { old_id: plan } } });
    plan = again.subscription.id;
    expect(await general()).toMatchObject({ planType: 'Super Kiss', loyaltyGroups: ['Active Unlimited Plans'] });
    await cloud.clock.moveTo('2027-08-01T12:00:00Z');
    // July, paid late; the new start, free until August; August at today's price
    expect((await invoices()).slice(0, 3).map(({ amount_paid, status }) => [amount_paid, status])).toEqual([
      [3299, 'paid'],
      [0, 'paid'],
      [2999, 'paid'],
    ]);
  });

  it('August: gets ten dollars back', async () => {
    const [charge] = (await charges()).charges;
    const long = { amount: 1_000, notes: 'x', description: 'x'.repeat(23) };
    expect(await manager.post(`/refund/${charge?.id}`, long)).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'body.description' }] },
    });
    await ok(manager.post(`/refund/${charge?.id}`, { amount: 1_000, notes: 'Wash was closed for a week' }));
    expect((await charges()).charges[0]).toMatchObject({
      amount_captured: 3299,
      amount_refunded: 1000,
      refundable: 2299,
      refunded: 'partially',
    });
  });

  it('September: disputes the month, loses it to us, and pays it again', async () => {
    cloud.spoil(card, 'disputed');
    await cloud.clock.moveTo('2027-09-01T12:00:00Z');
    cloud.spoil(card, 'succeeds');
    const { charges: all, disputes_counted } = await charges();
    expect({ charge: all[0], disputes_counted }).toMatchObject({ charge: { disputed: true, refundable: 0 }, disputes_counted: 1 });
    expect(await manager.post(`/refund/${all[0]?.id}`, { amount: 1, notes: 'x' })).toMatchObject({ body: { code: 'charge_disputed' } });
    const dispute = all[0]?.dispute;
    expect(await ok(admin.post(`/dispute/${dispute}/evidence`, { uncategorized_text: 'winning_evidence' }))).toMatchObject({
      status: 'under_review',
      amount: 3299,
      counts: true,
    });
    // The bank decides within seconds.
    await cloud.clock.moveTo('2027-09-01T12:00:10Z');
    await cloud.settled();
    expect(await ok(support.post(`/dispute/${dispute}/collect`))).toMatchObject({ counts: false, metadata: { feesCollected: true } });
    const after = await charges();
    expect(after.disputes_counted).toBe(0);
    expect(after.charges[0]).toMatchObject({ amount_captured: 3299, status: 'succeeded', invoice: null, metadata: { dispute } });
  });

  it('15 September: a manager gives the old price back, for October and a month at most', async () => {
    await cloud.clock.moveTo('2027-09-15T12:00:00Z');
    await ok(manager.post(`/subscription/${plan}/changeprice`, { price: kiss }));
    const kept = (await general()).nextPrice;
    expect(kept?.price).toBe(kiss);
    expect(Math.abs((kept?.expires ?? 0) - epoch('2027-10-15T12:00:00Z'))).toBeLessThan(300);
    await cloud.clock.moveTo('2027-10-01T12:00:00Z');
    expect((await invoices())[0]).toMatchObject({ status: 'paid', total: 2999 });
  });

  it('10 October: ended by mistake, begun again at the price that is kept', async () => {
    await cloud.clock.moveTo('2027-10-10T12:00:00Z');
    await ok(manager.post(`/subscription/${plan}/terminate`, { reason: 'The wrong Moore' }));
    expect(await choice()).toMatchObject({
      mode: 'ordinary-nextprice',
      chosen: kiss,
      warnings: [expect.stringContaining('was paid until 11/01/2027. Reinstating charges these days again')],
    });
    // 1893600 of October's 2678400 s: 2999 -> 2120.26 -> 2120, without tax
    const { due_today, from } = await see.preview(plan, { change: 'reinstate' });
    expect(due_today).toBe(2120);
    const again = await ok(cashier.post<Reinstated>(`/subscription/${plan}/reinstate`, { from }));
    expect(again).toMatchObject({ mode: 'ordinary-nextprice', subscription: { status: 'active', plan: { amount: 2999 } } });
    plan = again.subscription.id;
    await cloud.clock.moveTo('2027-10-16T12:00:00Z');
    expect(await general()).toMatchObject({ nextPrice: null });
  });

  it('1 November: the year adds up, and the mirror is what Stripe holds', async () => {
    await cloud.clock.moveTo('2027-11-01T12:00:00Z');
    const bills = (await invoices()).toReversed();
    expect(bills.map(({ status }) => status)).toEqual(bills.map(() => 'paid'));
    const paid = bills.map(({ amount_paid }) => amount_paid);
    const winter = [1574, 3149, 1114, 4724, 5039, 5039, 5039, 5039];
    expect(paid).toEqual([...winter, 2179, 2999, 0, 3299, 3299, 2999, 2120, 2999]);
    const captured = (await charges()).charges.map(({ amount_captured }) => amount_captured);
    const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);
    // each bill has one charge of its amount, and the disputed month is collected
    expect(sum(captured)).toBe(sum(paid) + 3299);
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });
});
