import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { Role } from '@washdesk/rules/company/roles';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { ApiClient, clientAs } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { signedIn } from '../../../../testing/callers.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';

let cloud: BillingCloud;
let seller: ApiClient;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  seller = await clientAs(cloud, 'Cashier');
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

interface Ended {
  subscriptions: Subscription[];
  warning: string | null;
  open_invoices: { id: string; amount_remaining: number }[];
}

async function member(PlanId = 'price_SuperKiss_12') {
  const held = await cloud.member();
  const { status, body } = await seller.post<Subscription>('/subscription', { customer: held.customer, PlanId, DoNotProrate: true });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...held, id: body.id };
}

const invoicesOf = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
const stored = (id: string) => cloud.stripe.store.get('subscription', id);
const reason = 'Moved away';
const endingOf = (id: string, change: string) => cashier.get<object>(`/subscription/${id}/ending?change=${change}`);
const discontinue = (person: ApiClient, id: string) =>
  person.post<Ended>(`/subscription/${id}/discontinue?noCache=true`, { subscription: id, reason });

describe('discontinue', () => {
  it('lets the plan run to its period’s end and bills nothing more', async () => {
    const { id, customer } = await member();
    const scheduler = await clientAs(cloud, 'Scheduler');
    await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: 'price_SuperKiss_12_next' });
    const bills = invoicesOf(customer).length;
    expect((await endingOf(id, 'discontinue')).body).toEqual({
      ends: epochSeconds(new Date('2026-12-01T10:00:00Z')),
      at_once: false,
      open_invoices: [],
      voided_invoices: [],
      credit: 0,
      releases_increase: true,
      warning: null,
    });
    const { status, body } = await discontinue(cashier, id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await endingOf(id, 'terminate')).toMatchObject({ status: 409, body: { code: 'not_changeable' } });
    expect(body).toMatchObject({
      warning: null,
      subscriptions: [{ id, status: 'active', cancel_at_period_end: true, schedule: null, cancellation_details: { comment: reason } }],
    });
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['why', 'site'])
      .where('action', '=', 'subscription.discontinued')
      .where('subject', '=', `subscription:${id}`)
      .executeTakeFirst();
    expect(audit).toEqual({ why: reason, site: 12 });
    expect(await discontinue(cashier, id)).toMatchObject({
      status: 409,
      body: { message: 'This plan is discontinued. It can only be reinstated' },
    });
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    expect(stored(id)).toMatchObject({ status: 'canceled' });
    expect(invoicesOf(customer)).toHaveLength(bills);
    expect(await discontinue(manager, id)).toMatchObject({
      status: 409,
      body: { message: 'This plan is canceled. It can only be reinstated' },
    });
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });

  it('is locked only for the cashier who sold it, for 48 hours', async () => {
    const [first, second, third] = [await member(), await member(), await member()];
    const refused = { status: 403, body: { message: 'Cashiers can’t discontinue a subscription they sold within the last 48 hours' } };
    expect(await discontinue(seller, first.id)).toMatchObject(refused);
    expect(await discontinue(cashier, first.id)).toMatchObject({ status: 200 });
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 47 * 3_600_000).toISOString());
    expect(await discontinue(seller, second.id)).toMatchObject(refused);
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 3_700_000).toISOString());
    // the session lasts one hour of system time, regardless of the company's clock
    expect(await discontinue(seller, third.id)).toMatchObject({ status: 200 });
  });

  it('warns where no invoice is known, and takes no empty reason', async () => {
    const { id } = await member();
    expect(await manager.post(`/subscription/${id}/discontinue`, { reason: ' ' })).toMatchObject({ status: 400 });
    // otherwise a late event would restore the old state
    await cloud.settled();
    await cloud.database.db.deleteFrom('mirror_invoice').where('subscription', '=', id).execute();
    const warning = 'The customer may not have completed one billing cycle';
    expect((await endingOf(id, 'terminate')).body).toMatchObject({ at_once: true, warning });
    const { body } = await discontinue(manager, id);
    expect(body.warning).toBe(warning);
  });
});

describe('terminate', () => {
  it('ends a plan now, without credit, for SalesManager and above', async () => {
    const { id, customer } = await member();
    const [paid] = invoicesOf(customer);
    expect(await cashier.post(`/subscription/${id}/terminate`, { reason })).toMatchObject({ status: 403 });
    const key = `terminate-${id}`;
    const first = await manager.post<Ended>(`/subscription/${id}/terminate`, { reason }, { key });
    expect(first).toMatchObject({ status: 200, body: { open_invoices: [], subscriptions: [{ id, status: 'canceled' }] } });
    expect(await manager.post(`/subscription/${id}/terminate`, { reason }, { key })).toEqual(first);
    expect(stored(id)).toMatchObject({ status: 'canceled', cancellation_details: { comment: reason } });
    expect(invoicesOf(customer)).toEqual([paid]);
    expect(cloud.stripe.store.get('customer', customer)).toMatchObject({ balance: 0 });
    expect(await manager.post(`/subscription/${id}/terminate`, { reason })).toMatchObject({
      status: 409,
      body: { code: 'not_changeable' },
    });
  });

  it('leaves the open invoice of a month that was not paid, and names it', async () => {
    const { id, customer, card } = await member();
    cloud.spoil(card, 'declined');
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    expect(stored(id)).toMatchObject({ status: 'past_due' });
    const { status, body } = await manager.post<Ended>(`/subscription/${id}/terminate`, { reason });
    expect(status).toBe(200);
    const [open] = invoicesOf(customer);
    expect(open).toMatchObject({ status: 'open', total: 2999 });
    expect(body.open_invoices).toEqual([{ id: open?.id, number: open?.number, amount_remaining: 2999 }]);
  });
});

describe('completing an online sign-up', () => {
  const vehicle = { CarMake: 'HONDA', CarModel: 'Civic', CarColor: 'White' };
  const whole = { email: 'ada@moore.test', metadata: { ...vehicle, SecondaryCode: '12345+123456' } };

  async function signedUpOnline(fields: Stripe.CustomerUpdateParams = whole) {
    const held = await member();
    await cloud.sdk.customers.update(held.customer, fields);
    await cloud.sdk.subscriptions.update(held.id, { metadata: { incomplete: 'true', employeenumber: '', site: '27' } });
    await cloud.settled();
    return held;
  }

  it('asks for a name, a tag, the vehicle and an e-mail first, and names what is missing', async () => {
    const { id, customer } = await signedUpOnline({ name: 'Ada Moore' });
    const refused = await cashier.post(`/subscription/${id}/metadata`, { incomplete: false });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_complete' } });
    expect(refused.body['problems']).toEqual(
      ['name', 'tag', 'make', 'model', 'color', 'email'].map((path) => ({ path, message: expect.any(String) })),
    );
    await cloud.sdk.customers.update(customer, { ...whole, name: 'Moore, Ada' });
    await cloud.settled();
    expect(await cashier.post(`/subscription/${id}/metadata`, { incomplete: false })).toMatchObject({ status: 200 });
  });

  it('clears the customer’s own key with it: whose plan has ended can be deleted', async () => {
    const { id, customer } = await signedUpOnline({ ...whole, metadata: { ...whole.metadata, incomplete: 'true' } });
    expect(await cashier.post(`/subscription/${id}/metadata`, { incomplete: false })).toMatchObject({ status: 200 });
    expect(cloud.stripe.store.get('customer', customer)?.metadata).not.toHaveProperty('incomplete');
    expect(await manager.post(`/subscription/${id}/terminate`, { reason })).toMatchObject({ status: 200 });
    expect(await manager.delete(`/customer/${customer}?reason=x`)).toMatchObject({ status: 200 });
  });

  it('makes its user the seller, once', async () => {
    const { id } = await signedUpOnline();
    const body = { incomplete: 'false', employeename: 'Somebody Else', employeenumber: 1, site: 27 };
    const { status, body: answer } = await cashier.post<Ended>(`/subscription/${id}/metadata`, body);
    expect(status, JSON.stringify(answer)).toBe(200);
    const now = epochSeconds(cloud.clock.now());
    const { metadata } = answer.subscriptions[0]!;
    expect(metadata).toMatchObject({ incomplete: 'false', employeename: 'Sam Fuller', site: '12' });
    expect(metadata['employeenumber']).not.toBe('1');
    expect(now - Number(metadata['signupcompleted'])).toBeLessThan(60);
    expect(stored(id)?.metadata).toEqual(metadata);
    expect(await cashier.post(`/subscription/${id}/metadata`, body)).toMatchObject({ status: 409, body: { code: 'already_complete' } });
    expect(await cashier.post(`/subscription/${id}/metadata`, { employeename: 'me' })).toMatchObject({ status: 403 });
    expect(await manager.post(`/subscription/${id}/metadata`, { site: 27 })).toMatchObject({ status: 200 });
    expect(stored(id)?.metadata).toMatchObject({ site: '27', employeename: 'Sam Fuller' });
    expect(await manager.post(`/subscription/${id}/metadata`, {})).toMatchObject({ status: 400 });
  });
});

describe('changetax', () => {
  it('takes the rate of that site’s location from the next invoice on, around a schedule; none for an exempt customer', async () => {
    const { id, customer } = await member();
    const support = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.SupportCenter | Role.Scheduler }));
    await support.post('/subscriptionschedule', { subscriptionId: id, newPrice: 'price_SuperKiss_12_next', effectiveDate: '2027-03-01' });
    const { data } = await cloud.sdk.terminal.locations.list();
    const merrillville = data.find(({ metadata }) => metadata['site'] === '27')!;
    await cloud.sdk.terminal.locations.update(merrillville.id, { metadata: { taxrate: cloud.taxRate } });
    // Stripe sends no location events: the nightly reconcile would update it
    const location = await cloud.sdk.terminal.locations.retrieve(merrillville.id);
    await cloud.database.db
      .updateTable('mirror_location')
      .set({ object: JSON.stringify(location) })
      .where('id', '=', location.id)
      .execute();
    expect(await manager.post(`/subscription/${id}/changetax`, { site: 27 })).toMatchObject({ status: 403 });
    const nowhere = await support.post(`/subscription/${id}/changetax`, { site: 77 });
    expect(nowhere).toMatchObject({ status: 400, body: { code: 'invalid_site' } });
    const { status, body } = await support.post<Ended>(`/subscription/${id}/changetax`, { site: 27 });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.subscriptions[0]?.schedule).toMatchObject({
      status: 'active',
      phases: [{}, { items: [{ price: 'price_SuperKiss_12_next' }] }],
    });
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    // 5 % of 2999 are 149.95
    expect(invoicesOf(customer)[0]).toMatchObject({ total: 2999 + 150, status: 'paid' });
    await cloud.clock.moveTo('2027-03-01T12:00:00Z');
    // 5 % of 3299 are 164.95
    expect(invoicesOf(customer)[0]).toMatchObject({ total: 3299 + 165, status: 'paid' });
    await cloud.sdk.customers.update(customer, { tax_exempt: 'exempt' });
    await cloud.settled();
    await support.post(`/subscription/${id}/changetax`, { site: 27 });
    expect(stored(id)?.default_tax_rates).toEqual([]);
  });
});
