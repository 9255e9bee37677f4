import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { ok, views, type Reinstated } from '@washdesk/cloud-api/testing/member-views';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';

/** Members with an unusual history, in calendar order; each starts at the clock's current time. */
let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let scheduler: ApiClient;
let support: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-01T10:00:30Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
  scheduler = await clientAs(cloud, 'Scheduler');
  support = await clientAs(cloud, 'SupportCenter');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const reason = 'Moved away';

interface Member {
  customer: string;
  card: string;
  id: string;
}

/** Makes members with whole months, so that only the unusual part needs arithmetic. */
async function member(choices: object = { DoNotProrate: true }, behaviour?: Parameters<BillingCloud['spoil']>[1]): Promise<Member> {
  const held = await cloud.member();
  if (behaviour) cloud.spoil(held.card, behaviour);
  const { status, body } = await cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss, ...choices });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...held, id: body.id };
}

const see = views(() => cashier);
const shown = ({ id }: Member) => see.shown(id);
const choice = ({ id }: Member) => see.choice(id);
const invoices = ({ customer }: Member) => see.invoices(customer);
const charges = ({ customer }: Member) => see.charges(customer);
/** The successful charges, newest first. */
const captured = async (who: Member) =>
  (await charges(who)).charges.filter(({ status }) => status === 'succeeded').map(({ amount_captured }) => amount_captured);

describe('a renewal', () => {
  it('that declined is tried again with the new default card by itself, and charged once', async () => {
    const who = await member();
    cloud.spoil(who.card, 'declined_insufficient_funds');
    await cloud.clock.moveTo('2026-12-02T12:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'past_due' });
    const attached = await ok(
      cashier.post('/paymentmethods/attach', { customer: who.customer, payment_method: 'pm_card_mastercard', default: true }),
    );
    // the invoice of the 1st failed at 11:00; the next attempt is 3 days later
    await cloud.clock.moveTo('2026-12-04T10:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'past_due', default_payment_method: attached['id'] });
    await cloud.clock.moveTo('2026-12-04T12:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
    const all = (await charges(who)).charges.map(({ status, amount, payment_method_details: by }) => [status, amount, by?.brand]);
    expect(all).toEqual([
      ['succeeded', 2999, 'mastercard'],
      ['failed', 2999, 'visa'],
      ['succeeded', 2999, 'visa'],
    ]);
  });

  it('at an increased price is paid by the card of today, whichever it was when the increase was announced', async () => {
    const who = await member();
    await ok(scheduler.post('/subscriptionschedule', { subscriptionId: who.id, newPrice: `${kiss}_next` }));
    const wanted = { customer: who.customer, payment_method: 'pm_card_mastercard', default: true };
    const attached = await ok(cashier.post('/paymentmethods/attach', wanted));
    await ok(manager.post(`/subscription/${who.id}/metadata`, { site: 27 }));
    cloud.spoil(who.card, 'declined_expired_card');
    await cloud.clock.moveTo('2027-01-02T12:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'active', default_payment_method: attached['id'], metadata: { site: '27' } });
    expect(await captured(who)).toEqual([3299, 2999]);
  });

  it('that is a draft still can be paid, and is not charged again when its hour is over', async () => {
    const who = await member();
    await cloud.clock.moveTo('2027-02-01T10:30:00Z');
    const [draft] = await invoices(who);
    expect(draft).toMatchObject({ status: 'draft', total: 2999 });
    const card = await cloud.card(who.customer);
    expect(await ok(cashier.post(`/invoice/${draft?.id}/pay?payment_method=${card}`))).toMatchObject({ status: 'paid', amount_paid: 2999 });
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    expect(await captured(who)).toEqual([2999, 2999]);
  });
});

describe('a plan', () => {
  it('in its free month keeps its class, but its price can change, and it can end and go on', async () => {
    const who = await member({ FreeForMonth: true });
    const refused = { status: 409, body: { message: 'Only an active plan can be upgraded or downgraded. This one’s status is Trial' } };
    expect(await cashier.post(`/subscription/${who.id}/upgrade`, { price: plus })).toMatchObject(refused);
    expect(await manager.post(`/subscription/${who.id}/downgrade`, { price: kiss })).toMatchObject(refused);
    await ok(manager.post(`/subscription/${who.id}/changeprice`, { price: `${kiss}_next` }));
    await ok(manager.post(`/subscription/${who.id}/discontinue`, { reason }));
    expect(await choice(who)).toMatchObject({ mode: 'discontinue-reinstate-nextprice', chosen: `${kiss}_next` });
    const back = await ok(cashier.post<Reinstated>(`/subscription/${who.id}/reinstate`));
    expect(back).toMatchObject({ receipt: false, subscription: { id: who.id, status: 'trialing', cancel_at_period_end: false } });
    expect(await captured(who)).toEqual([]);
    await cloud.clock.moveTo('2027-03-01T12:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'active' });
    expect(await captured(who)).toEqual([3299]);
  });

  it('that was never paid can neither be changed nor reinstated, and can be ended', async () => {
    const { customer, card } = await cloud.member();
    cloud.spoil(card, 'declined');
    expect(await cashier.post('/subscription', { customer, PlanId: kiss })).toMatchObject({
      status: 402,
      body: { message: 'Failed Payment' },
    });
    const [{ id } = { id: '' }] = cloud.stripe.store.list('subscription').filter((one) => one.customer === customer);
    for (const change of ['upgrade', 'downgrade', 'changeprice']) {
      expect(await manager.post(`/subscription/${id}/${change}`, { price: plus })).toMatchObject({
        status: 409,
        body: { code: 'not_changeable', message: expect.stringMatching(/This one’s status is Incomplete$/) as string },
      });
    }
    expect(await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: `${kiss}_next` })).toMatchObject({ status: 409 });
    expect(await cashier.post(`/subscription/${id}/reinstate`)).toMatchObject({ status: 409, body: { code: 'not_reinstatable' } });
    expect(cloud.stripe.store.get('subscription', id)).toMatchObject({ status: 'incomplete' });
    await ok(cashier.post(`/subscription/${id}/discontinue`, { reason }));
    expect(cloud.stripe.store.get('subscription', id)?.status).toMatch(/^(canceled|incomplete_expired)$/);
    expect(cloud.stripe.store.list('invoice').filter((one) => one.customer === customer)).toMatchObject([
      { status: 'void', amount_paid: 0 },
    ]);
  });

  it('that is past due can be left, and paying the open invoice does not bring it back', async () => {
    const who = await member();
    cloud.spoil(who.card, 'declined');
    await cloud.clock.moveTo('2027-04-01T12:00:00Z');
    expect(await manager.post(`/subscription/${who.id}/changeprice`, { price: `${kiss}_next` })).toMatchObject({
      status: 409,
      body: { message: 'Only an active plan can be changed. This one’s status is Payment due' },
    });
    await ok(cashier.post(`/subscription/${who.id}/discontinue`, { reason }));
    const [open] = await invoices(who);
    const card = await cloud.card(who.customer);
    const paid = await ok(cashier.post(`/invoice/${open?.id}/pay?payment_method=${card}`));
    expect(paid).toMatchObject({ amount_paid: 2999, subscription: { status: 'active' } });
    await cloud.clock.moveTo('2027-05-01T12:00:00Z');
    expect(await shown(who)).toMatchObject({ status: 'canceled' });
    expect(await captured(who)).toEqual([2999, 2999]);
  });

  it('whose increase has begun is upgraded from the increased price, and no schedule comes back', async () => {
    const who = await member();
    await ok(scheduler.post('/subscriptionschedule', { subscriptionId: who.id, newPrice: `${kiss}_next`, effectiveDate: '2027-07-01' }));
    await cloud.clock.moveTo('2027-07-16T12:00:00Z');
    expect(await shown(who)).toMatchObject({ plan: { amount: 3299 }, schedule: { status: 'active' } });
    cloud.spoil(who.card, 'declined');
    const { body: preview } = await cashier.post<Preview>(`/subscription/${who.id}/preview`, { change: 'upgrade', price: plus });
    // 1375200 of July's 2678400 s: 4499 -> 2309.98 -> 2310 to pay, 3299 -> 1693.84 -> 1694 back
    expect(preview.due_today).toBe(2310 - 1694);
    const wanted = { price: plus, proration_date: preview.proration_date };
    expect(await cashier.post(`/subscription/${who.id}/upgrade`, wanted)).toMatchObject({ status: 402 });
    expect(await shown(who)).toMatchObject({ plan: { id: `${kiss}_next` }, schedule: null });
    cloud.spoil(who.card, 'succeeds');
    await ok(cashier.post(`/subscription/${who.id}/upgrade`, wanted));
    await cloud.clock.moveTo('2027-08-01T12:00:00Z');
    expect(await captured(who)).toEqual([4499, 616, 3299, 2999, 2999]);
  });
});

describe('a reinstatement', () => {
  it('of a plan that ended months ago, with last month charged, leaves the old debt to the office', async () => {
    const who = await member();
    cloud.spoil(who.card, 'declined');
    // 1 September and retries 3, 5 and 7 days apart
    await cloud.clock.moveTo('2027-09-17T12:00:00Z');
    expect(await choice(who)).toMatchObject({ mode: 'nonpayment-reinstate', monthsSinceCanceled: 0 });
    await cloud.clock.moveTo('2027-12-16T12:00:00Z');
    expect(await choice(who)).toMatchObject({ mode: 'ordinary', monthsSinceCanceled: 3, chosen: kiss, warnings: [] });
    cloud.spoil(who.card, 'succeeds');
    const choices = { ChargeForLastMonth: true };
    const { body } = await cashier.post<Preview>(`/subscription/${who.id}/preview`, { change: 'reinstate', ...choices });
    // 1375200 of December's 2678400 s: 2999 -> 1539.81 -> 1540, and November in full
    expect(body.due_today).toBe(1540 + 2999);
    await ok(cashier.post<Reinstated>(`/subscription/${who.id}/reinstate?mode=ordinary`, { ...choices, from: body.from }));
    await cloud.clock.moveTo('2028-01-01T12:00:00Z');
    expect(await captured(who)).toEqual([2999, 4539, 2999]);
    expect((await invoices(who)).map(({ status, amount_remaining }) => [status, amount_remaining])).toEqual([
      ['paid', 0],
      ['paid', 0],
      ['open', 2999],
      ['paid', 0],
    ]);
  });

  it('after an unpaid month is at the price that is kept for the member', async () => {
    const who = await member();
    await cloud.clock.moveTo('2028-01-20T12:00:00Z');
    await ok(manager.post(`/subscription/${who.id}/changeprice`, { price: `${kiss}_next` }));
    cloud.spoil(who.card, 'declined');
    await cloud.clock.moveTo('2028-02-18T12:00:00Z');
    // higher than the current price, but agreed
    expect(await choice(who)).toMatchObject({
      mode: 'nonpayment-reinstate-nextprice',
      chosen: `${kiss}_next`,
      warnings: ['Customer went uncollected for this month'],
    });
    const PaymentMethodId = await cloud.card(who.customer);
    const { subscription } = await ok(cashier.post<Reinstated>(`/subscription/${who.id}/reinstate`, { PaymentMethodId }));
    expect(subscription).toMatchObject({ status: 'trialing', plan: { amount: 3299 } });
    await cloud.clock.moveTo('2028-03-01T12:00:00Z');
    expect(await captured(who)).toEqual([3299, 3299, 2999]);
  });

  it('at a site that sells nothing has no plan to offer', async () => {
    const who = await member();
    await cloud.sdk.subscriptions.update(who.id, { metadata: { site: '91' } });
    await cloud.sdk.subscriptions.cancel(who.id);
    await cloud.settled();
    expect(await cashier.get(`/subscription/${who.id}/plans?mode=reinstate`)).toMatchObject({
      status: 404,
      body: { message: 'Failed to Load Reinstate Price Options' },
    });
  });
});

describe('a dispute', () => {
  it('without a response is lost, and counts until the month in which it is older than four', async () => {
    const who = await member({ DoNotProrate: true }, 'disputed');
    const counted = async () => {
      const { body } = await support.get<{ counted: number; disputes: { status: string }[] }>(`/customer/${who.customer}/disputes`);
      return [body.disputes[0]?.status, body.counted, (await charges(who)).disputes_counted];
    };
    cloud.spoil(who.card, 'succeeds');
    await cloud.settled();
    expect(await counted()).toEqual(['needs_response', 1, 1]);
    await cloud.clock.moveTo('2028-04-01T12:00:00Z');
    expect(await counted()).toEqual(['lost', 1, 1]);
    await cloud.clock.moveTo('2028-07-31T12:00:00Z');
    expect(await counted()).toEqual(['lost', 1, 1]);
    await cloud.clock.moveTo('2028-08-01T12:00:00Z');
    expect(await counted()).toEqual(['lost', 0, 0]);
  });
});

it('in all these months the mirror has become what Stripe holds', async () => {
  expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
});
