import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { CommandResult } from '@washdesk/site-protocol/commands';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedIn } from '../../../testing/callers.ts';
import { anyReader, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let site: AnsweringSite;
let cashier: ApiClient;
let user: ApiClient;

type Sale = NonNullable<CommandResult<'sitewatch.sale'>['sale']>;
/** Sales in the site's Sitewatch. */
let rungUp: Map<number, Sale>;
let sales = 5_000;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  site = await AnsweringSite.at(12, cloud);
  site.answers['sitewatch.sale'] = ({ saleId }) => ({ sale: rungUp.get(saleId) ?? null });
  await site.online(cloud);
  cashier = await clientAs(cloud, 'Cashier');
  user = await clientAs(cloud, 'User');
});
beforeEach(() => {
  rungUp = new Map();
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

function ringUp(total: number, more: Partial<Sale> = {}): string {
  sales += 1;
  const when = { created: '2026-11-21 09:30:00', terminal: 'Washcashier1', employee: 101, code: null, planName: null };
  rungUp.set(sales, { ...when, saleId: sales, total, tax: 0, status: 0, items: [], tenders: [], discounts: [], ...more });
  return String(sales);
}
const unknownSale = (): string => String((sales += 1));

const atReader = (saleid: string, amount: number) => ({ saleid, amount, originalamount: amount, usePayTerminal: 'yes' });
const metadataOf = async (id: unknown) => (await cloud.sdk.paymentIntents.retrieve(String(id))).metadata;

async function begunAndCaptured(saleid: string, amount: number): Promise<string> {
  const { status, body } = await cashier.post('/paymentintent', atReader(saleid, amount));
  expect(status, JSON.stringify(body)).toBe(200);
  const id = String(body['id']);
  const reader = await anyReader(cloud);
  await cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: id });
  cloud.stripe.reader(reader, { tap: 'visa' });
  expect((await cashier.post(`/paymentintent/${id}/capture`)).status).toBe(200);
  return id;
}

const jobOf = (id: string) =>
  cloud.database.db.selectFrom('job').select(['state', 'last_error', 'result']).where('what', '=', 'sale.check').where('key', '=', id);
const lookNow = (id: string) =>
  cloud.database.db
    .updateTable('job')
    .set({ due: new Date(0) })
    .where('what', '=', 'sale.check')
    .where('key', '=', id)
    .execute();
const checkedActions = async (id: string) => {
  const rows = await cloud.database.db.selectFrom('whole_audit').select('action').where('subject', '=', `payment_intent:${id}`).execute();
  return rows.map(({ action }) => action).filter((action) => action.includes('sale'));
};

describe('the sale of a charge', () => {
  it('is confirmed by Sitewatch, and nothing is left to check', async () => {
    const id = await begunAndCaptured(ringUp(1_250), 1_250);
    expect(await metadataOf(id)).toMatchObject({ salecheck: 'verified' });
    expect(await jobOf(id).execute()).toEqual([]);
  });

  it.each([
    ['reader', { usePayTerminal: 'yes' }],
    ['form', { usePayTerminal: 'no' }],
  ])('of another amount is not charged by the %s, whatever the register is said to have asked for', async (_name, how) => {
    const saleid = ringUp(1_250);
    expect(await cashier.post('/paymentintent', { ...atReader(saleid, 99_00), ...how })).toMatchObject({
      status: 409,
      body: { code: 'amount_changed', details: { originalamount: 1_250, amount: 9_900 } },
    });
    expect(await cashier.post('/paymentintent', { ...atReader(saleid, 1_250), ...how })).toMatchObject({ status: 200 });
  });

  it('that is voided is not charged; what a gift card left open is', async () => {
    expect(await cashier.post('/paymentintent', atReader(ringUp(1_250, { status: 1 }), 1_250))).toMatchObject({
      status: 409,
      body: { code: 'sale_voided' },
    });
    const tenders = [{ type: 'GIFT', amount: 1_000, reference: null }];
    expect(await cashier.post('/paymentintent', atReader(ringUp(1_250, { tenders }), 250))).toMatchObject({ status: 200 });
  });

  it('of another amount is charged where AllowManualEntry is on', async () => {
    const { db } = cloud.database;
    await db.insertInto('setting').values({ name: 'AllowManualEntry', value: 'true', changed: cloud.clock.now() }).execute();
    const { status, body } = await cashier.post('/paymentintent', { ...atReader(ringUp(1_250), 1_000), overridereason: 'Coupon' });
    expect(status).toBe(200);
    const { metadata } = await cloud.sdk.paymentIntents.retrieve(String(body['id']));
    expect(metadata).toMatchObject({
      salecheck: 'overridden',
      originalamount: '1250',
      overridereason: 'Coupon',
      employeename: 'Sam Fuller',
    });
    const audit = await db
      .selectFrom('audit')
      .select(['after'])
      .where('subject', '=', `payment_intent:${String(body['id'])}`)
      .execute();
    expect(audit).toMatchObject([{ after: { amount: 1_000, original: 1_250 } }]);
    const saleid = ringUp(1_250);
    const stored = await cloud.member();
    const charged = { amount: 900, saleid, originalamount: 1_250, customerId: stored.customer, payment_method: stored.card };
    expect((await user.post('/paymentintent', charged)).status).toBe(200);
    const report = await (await clientAs(cloud, 'Reporter')).get('/reports/3');
    expect(report.body).toMatchObject({
      rows: [{ original: 1_250, charged: 900, sale: saleid, employee: 'Sam Fuller', site: 12, reason: null }],
      total: { original: 1_250, charged: 900 },
      count: 1,
    });
    const headers = { ...(await signedIn(cloud, { roles: Role.Reporter })), accept: 'text/csv' };
    const file = await (await fetch(`${cloud.url}/api/reports/3`, { headers })).text();
    expect(file.split('\r\n')[1]).toMatch(new RegExp(`^2026-11-21,\\d+:\\d\\d AM CST,Joliet,Sam Fuller,${saleid},12.5,9,`));
    await db.deleteFrom('setting').where('name', '=', 'AllowManualEntry').execute();
  });
});

describe('a charge whose sale Sitewatch does not confirm', () => {
  it('continues at the reader, is marked, and is confirmed once the register has written it', async () => {
    const saleid = unknownSale();
    const id = await begunAndCaptured(saleid, 1_250);
    expect(await metadataOf(id)).toMatchObject({ salecheck: 'unverified' });
    await lookNow(id);
    await until('it was looked for', async () => (await jobOf(id).executeTakeFirst())?.last_error?.includes('no sale') || null);
    rungUp.set(Number(saleid), { ...rungUp.get(Number(ringUp(1_250)))!, saleId: Number(saleid) });
    await lookNow(id);
    await until('it is confirmed', async () => (await jobOf(id).executeTakeFirst())?.state === 'done' || null);
    expect(await checkedActions(id)).toEqual(['payment.sale-verified']);
  });

  it('is for a person where the sale turns out to be of another amount', async () => {
    const saleid = unknownSale();
    const id = await begunAndCaptured(saleid, 9_900);
    rungUp.set(Number(saleid), { ...rungUp.get(Number(ringUp(1_250)))!, saleId: Number(saleid) });
    await lookNow(id);
    await until('it is refused', async () => (await jobOf(id).executeTakeFirst())?.state === 'failed' || null);
    expect(await checkedActions(id)).toEqual(['payment.sale-refused']);
    const admin = await clientAs(cloud, 'Admin');
    const { body } = await admin.get<{ results: { what: string; reason: string }[] }>('/jobs');
    expect(body.results).toContainEqual(
      expect.objectContaining({ what: 'sale.check', reason: `Sale ${saleid} is for $12.50: $99.00 was charged by Sam Fuller` }),
    );
  });

  it('continues while the site is offline, and not on a stored card below SalesManager', async () => {
    await site.online(cloud, false);
    const { body } = await cashier.post('/paymentintent', atReader(unknownSale(), 700));
    expect(await metadataOf(body['id'])).toMatchObject({ salecheck: 'unverified' });
    const { customer, card } = await customerWith(cloud, 'pm_card_visa');
    const stored = { saleid: unknownSale(), amount: 700, originalamount: 700, customerId: customer, payment_method: card };
    expect(await user.post('/paymentintent', stored)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await cloud.sdk.charges.list({ customer })).data).toEqual([]);
    const manager = await clientAs(cloud, 'SalesManager');
    expect(await manager.post('/paymentintent', stored)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    await site.online(cloud);
    expect(await user.post('/paymentintent', { ...stored, saleid: ringUp(700) })).toMatchObject({ status: 200 });
  });
});
