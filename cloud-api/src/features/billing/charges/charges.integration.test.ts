import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { Database } from '../../../db/schema.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';
import { ChargesService } from './charges.service.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

interface Found {
  results: Charge[];
  count: number;
  next_page: string | null;
}
const search = async (fields: object, page?: string | null, who = cashier): Promise<Found> => {
  const { status, body } = await who.post<Found>(`/charge/search${page ? `?page=${page}` : ''}`, fields);
  expect(status).toBe(200);
  return body;
};

const later = (seconds: number): Promise<void> => cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + seconds * 1_000).toISOString());

describe('charge search', () => {
  it('finds by amount, last 4, site, terminal and all of them together', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_amex');
    const here = await chargeCard(cloud, customer, 7_301, { site: '12', terminal: 'Washcashier1', employeename: 'Kim Lee' });
    const there = await chargeCard(cloud, customer, 7_301, { site: '27', terminal: 'Detail1' });
    const ids = async (fields: object) => (await search({ amount: 7_301, ...fields })).results.map(({ id }) => id).toSorted();
    expect(await ids({})).toEqual([here, there].toSorted());
    expect(await ids({ last4: '0005' })).toEqual([here, there].toSorted());
    expect(await ids({ last4: '4242' })).toEqual([]);
    expect(await ids({ site: 12 })).toEqual([here]);
    expect(await ids({ site: 1812 })).toEqual([here]);
    const noSite = { status: 400, body: { code: 'invalid_site', message: 'Invalid Site Number Detected' } };
    for (const site of [77, 2099]) expect(await cashier.post('/charge/search', { site })).toMatchObject(noSite);
    expect(await ids({ terminal: 'Detail1' })).toEqual([there]);
    expect(await ids({ last4: '0005', site: 27, terminal: 'Detail1' })).toEqual([there]);
    const [shown] = (await search({ amount: 7_301, site: 12 })).results;
    expect(shown).toMatchObject({
      amount_captured: 7_301,
      refundable: 7_301,
      refunded: 'none',
      site: 12,
      customer: { id: customer, name: 'Moore, Ada' },
      payment_method_details: { brand: 'amex', last4: '0005' },
    });
  });

  it('finds by fingerprint and by employee in any case, for SalesManager alone', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_discover');
    const id = await chargeCard(cloud, customer, 7_400, { employeename: 'Robin Hale' });
    const { card: details } = await cloud.sdk.paymentMethods.retrieve(String(card));
    const byCard = { fingerprint: details?.fingerprint };
    expect((await search(byCard, null, manager)).results.map((one) => one.id)).toEqual([id]);
    for (const employeename of ['ROBIN hale', 'robin', 'hal'])
      expect((await search({ employeename }, null, manager)).results.map((one) => one.id)).toEqual([id]);
    expect((await search({ employeename: '%' }, null, manager)).results).toEqual([]);
    expect((await cashier.post('/charge/search', byCard)).status).toBe(403);
    expect((await cashier.post('/charge/search', { employeename: 'Robin Hale' })).status).toBe(403);
  });

  it('finds the charges of all employees whose names contain the text, the newest first, with every other field too', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    const ids: string[] = [];
    for (const employeename of ['Sasha Quill', 'Tranquilla Moss', 'sasha quill', 'Nobody Else'])
      ids.push(await chargeCard(cloud, customer, 7_610, { employeename }));
    /** Charges in response order: by time, within a second by id. */
    const found = async (fields: object) => {
      const { results } = await search(fields, null, manager);
      expect(results).toEqual(results.toSorted((x, y) => y.created - x.created || (x.id < y.id ? 1 : -1)));
      return results.map(({ id }) => id).toSorted();
    };
    const sorted = (...places: number[]) => places.map((place) => ids[place]!).toSorted();
    expect(await found({ employeename: 'quil' })).toEqual(sorted(0, 1, 2));
    expect(await found({ employeename: 'sasha', amount: 7_610 })).toEqual(sorted(0, 2));
    expect(await found({ employeename: 'sasha', amount: 7_611 })).toEqual([]);
    expect(await search({ employeename: 'nobody at all' }, null, manager)).toMatchObject({ results: [], count: 0, more: false });
  });

  it("takes a day by the site's clock: midnight in Joliet is 06:00 UTC", async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    await cloud.clock.moveTo('2026-11-22T05:59:50Z');
    const evening = await chargeCard(cloud, customer, 7_501);
    await cloud.clock.moveTo('2026-11-22T06:00:10Z');
    const nextDay = await chargeCard(cloud, customer, 7_501);
    const on = async (date: string, more: object = {}) => (await search({ amount: 7_501, date, ...more })).results.map(({ id }) => id);
    expect(await on('2026-11-21')).toEqual([evening]);
    expect(await on('2026-11-22')).toEqual([nextDay]);
    expect(await on('2026-11-23')).toEqual([]);
    expect(await cashier.post('/charge/search', { date: '2026-11-22', site: 99 })).toMatchObject({ status: 400 });
  });

  it('goes through pages of 30, the newest first, each charge once', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_visa');
    const how = {
      customer,
      payment_method: String(card),
      confirm: true,
      off_session: true,
      allowed_payment_method_types: ['card' as const],
    };
    const intents = await Promise.all(
      Array.from({ length: 32 }, () => cloud.sdk.paymentIntents.create({ amount: 7_600, currency: 'usd', ...how })),
    );
    await cloud.settled();
    const made = intents.map(({ latest_charge }) => latest_charge as string);
    const first = await search({ amount: 7_600 });
    const second = await search({ amount: 7_600 }, first.next_page);
    expect([first.results.length, second.results.length, first.count, second.next_page]).toEqual([30, 2, 32, null]);
    const all = [...first.results, ...second.results];
    expect(all.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const times = all.map(({ created }) => created);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await cashier.post('/charge/search?page=x', {})).toMatchObject({ status: 400 });
  });
});

describe("a customer's charges", () => {
  it('show refunds, failures, disputes, plan and codes, the newest first', async () => {
    const { customer } = await cloud.member({ plate: 'CHARGES1-IL' });
    await cloud.sdk.subscriptions.create({ customer, items: [{ price: 'price_SuperKiss_12' }] });
    await cloud.settled();
    await later(2);
    const refunded = await chargeCard(cloud, customer, 1_000);
    await cloud.sdk.refunds.create({ charge: refunded, amount: 400 });
    await later(2);
    const disputed = await cloud.sdk.paymentIntents.create({
      amount: 2_000,
      currency: 'usd',
      customer,
      confirm: true,
      payment_method: await cloud.card(customer, 'pm_card_createDispute'),
      allowed_payment_method_types: ['card'],
      off_session: true,
    });
    await cloud.settled();
    const { status, body } = await cashier.get<{ charges: Charge[]; count: number; disputes_counted: number }>(
      `/customer/${customer}/charges`,
    );
    expect({ status, count: body.count, counted: body.disputes_counted }).toEqual({ status: 200, count: 3, counted: 1 });
    expect(body.charges).toMatchObject([
      { id: disputed.latest_charge, disputed: true, dispute: expect.stringMatching(/^du_/), refundable: 0 },
      { id: refunded, refunded: 'partially', amount_refunded: 400, refundable: 600, disputed: false, dispute: null, invoice: null },
      {
        invoice: { id: expect.stringMatching(/^in_/), description: expect.stringContaining('Super Kiss') },
        customer: { metadata: { CustomerCode: 'CHARGES1-IL', SecondaryCode: null } },
        outcome: { network_status: 'approved_by_network', type: 'authorized' },
      },
    ]);
  });

  it('are read again when asked, and say so when Stripe is unavailable', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    const id = await chargeCard(cloud, customer, 1_000);
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.refunds.create({ charge: id, amount: 250 });
    const refunded = async (query: string) => {
      const { body } = await cashier.get<{ charges: Charge[]; stale?: boolean }>(`/customer/${customer}/charges${query}`);
      return [body.charges[0]?.amount_refunded, body.stale];
    };
    expect(await refunded('')).toEqual([0, undefined]);
    expect(await refunded('?noCache=true')).toEqual([250, false]);
    cloud.stripe.behave({ down: true });
    expect(await refunded('?noCache=true')).toEqual([250, true]);
    cloud.stripe.behave({ down: false, webhooks: { hold: false } });
  });

  it('show a failed one with its reason', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_chargeCustomerFail');
    const how = {
      customer,
      payment_method: String(card),
      confirm: true,
      off_session: true,
      allowed_payment_method_types: ['card' as const],
    };
    await expect(cloud.sdk.paymentIntents.create({ amount: 900, currency: 'usd', ...how })).rejects.toMatchObject({ statusCode: 402 });
    await cloud.settled();
    const { body } = await cashier.get<{ charges: Charge[] }>(`/customer/${customer}/charges`);
    expect(body.charges).toMatchObject([
      {
        status: 'failed',
        failure_code: 'card_declined',
        refundable: 0,
        outcome: { network_status: 'declined_by_network', seller_message: expect.any(String) },
      },
    ]);
  });

  it('come in pages of 100, each charge once, and say how many there are', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    const first = await chargeCard(cloud, customer, 1_000);
    await sql`
      insert into mirror_charge (id, object, read_seq, customer, created, amount, status)
      select 'ch_more_' || n, jsonb_set(object, '{id}', to_jsonb('ch_more_' || n)), read_seq, customer, created + n * interval '1 second', amount, status
      from mirror_charge, generate_series(1, 101) n where id = ${first}`.execute(cloud.database.db);
    const { body } = await cashier.get<{ charges: Charge[]; count: number; next_page: string | null }>(`/customer/${customer}/charges`);
    expect([body.charges.length, body.count]).toEqual([100, 102]);
    const rest = await cashier.get<typeof body>(`/customer/${customer}/charges?page=${body.next_page}`);
    expect([rest.body.charges.length, rest.body.next_page]).toEqual([2, null]);
    expect(new Set([...body.charges, ...rest.body.charges].map((one) => one.id)).size).toBe(102);
    expect((await cashier.get(`/customer/${customer}/charges?page=elsewhere`)).status).toBe(400);
    expect([body.charges[0]?.id, body.charges.at(-1)?.id]).toEqual(['ch_more_101', 'ch_more_2']);
  });

  it('are found by an index that has their order, and their invoices by one of the customer', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_visa');
    await chargeCard(cloud, customer, 1_000);
    const asked: CompiledQuery[] = [];
    const dialect = new PostgresDialect({ pool: cloud.database.raw });
    const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query) });
    const never = () => Promise.reject(new Error('Unexpected call'));
    const charges = new ChargesService({ db, clock: cloud.clock, refresh: never, mapping: never });
    expect((await charges.ofCustomer(customer, { fresh: false, page: undefined })).count).toBe(1);

    const plans = await cloud.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const explained: string[] = [];
      for (const { sql: text, parameters } of asked) {
        const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, [...parameters]));
        explained.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return explained;
    });
    const isUsed = (index: string) => plans.some((plan) => plan.includes(index));
    expect(['mirror_charge_live_customer', 'mirror_invoice_customer_intent'].filter((index) => !isUsed(index))).toEqual([]);
  });

  it('are of a customer who is known', async () => {
    expect(await cashier.get('/customer/cus_none/charges')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });
});
