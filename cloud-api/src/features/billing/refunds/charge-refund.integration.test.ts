import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let manager: ApiClient;
let user: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  manager = await clientAs(cloud, 'SalesManager');
  user = await clientAs(cloud, 'User');
});
afterAll(() => cloud.stop());

const refundsOf = async (charge: string): Promise<number[]> => (await cloud.sdk.refunds.list({ charge })).data.map(({ amount }) => amount);

const mirrored = async (charge: string) =>
  (await cloud.database.db.selectFrom('mirror_charge').select('object').where('id', '=', charge).executeTakeFirstOrThrow()).object;

async function chargeOfSomebody(amount = 2_999, metadata: Record<string, string> = {}): Promise<{ charge: string; customer: string }> {
  const { customer: id } = await customerWith(cloud, 'pm_card_visa');
  return { charge: await chargeCard(cloud, id, amount, metadata), customer: id };
}

describe('a refund of a charge', () => {
  it('gives back the amount, to the cent, with a note and an audit row', async () => {
    const { charge, customer } = await chargeOfSomebody();
    const { status, body } = await manager.post(`/refund/${charge}`, {
      amount: 1_000,
      notes: 'Scratched mirror',
      description: 'Mirror',
    });
    expect({ status, body }).toMatchObject({ status: 200, body: { charge, amount: 1_000, status: 'succeeded' } });
    expect(await refundsOf(charge)).toEqual([1_000]);
    expect(await mirrored(charge)).toMatchObject({ amount_captured: 2_999, amount_refunded: 1_000, refunded: false });
    const notes = await cloud.database.db.selectFrom('note').selectAll().where('customer', '=', customer).execute();
    expect(notes.map(({ note, agent }) => ({ note, agent }))).toEqual([
      { note: `Refund [${String(body['id'])}] of $10.00: Scratched mirror`, agent: 'Sam Fuller' },
    ]);
    const audit = await cloud.database.db.selectFrom('whole_audit').selectAll().where('subject', '=', `charge:${charge}`).execute();
    expect(audit).toMatchObject([
      { action: 'charge.refunded', site: 12, before: { refunded: 0 }, after: { refunded: 1_000 }, why: 'Scratched mirror' },
    ]);
    const [refund] = (await cloud.sdk.refunds.list({ charge })).data;
    expect(refund?.metadata).toMatchObject({ employeename: 'Sam Fuller', site: '12', note: 'Scratched mirror', description: 'Mirror' });
  });

  it('never gives back more than is left, and says how much that is', async () => {
    const { charge } = await chargeOfSomebody();
    await manager.post(`/refund/${charge}`, { amount: 2_000, notes: 'first' });
    const tooMuch = await manager.post(`/refund/${charge}`, { amount: 1_000, notes: 'second' });
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'more_than_refundable', details: { refundable: 999 } } });
    expect(tooMuch.body['message']).toBe('Only $9.99 of this charge can be refunded');
    expect((await manager.post(`/refund/${charge}`, { amount: 999, note: 'third' })).status).toBe(200);
    expect(await mirrored(charge)).toMatchObject({ amount_refunded: 2_999, refunded: true });
    expect(await manager.post(`/refund/${charge}`, { amount: 1, notes: 'fourth' })).toMatchObject({ status: 409 });
  });

  it('is made once for one press, however often it arrives', async () => {
    const { charge } = await chargeOfSomebody();
    const key = randomUUID();
    const press = () => manager.post(`/refund/${charge}`, { amount: 500, notes: 'twice' }, { key });
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toEqual(first);
    expect(await press()).toEqual(first);
    expect(await refundsOf(charge)).toEqual([500]);
    const other = await manager.post(`/refund/${charge}`, { amount: 501, notes: 'twice' }, { key });
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } });
  });

  it('does not exceed the charge when five ask at once', async () => {
    const { charge } = await chargeOfSomebody(2_000);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_one, i) => manager.post(`/refund/${charge}`, { amount: 700, notes: `at once ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
    expect(await refundsOf(charge)).toEqual([700, 700]);
    expect(await mirrored(charge)).toMatchObject({ amount_refunded: 1_400 });
  });

  it("is for SalesManager on a customer's charge, for User on a register's sale", async () => {
    const { charge: plan } = await chargeOfSomebody();
    const { charge: sale } = await chargeOfSomebody(1_250, { saleid: '4711', terminal: 'Washcashier1' });
    expect(await user.post(`/refund/${plan}`, { amount: 100, notes: 'x' })).toMatchObject({ status: 403 });
    expect(await user.post(`/refund/${sale}`, { amount: 100, notes: 'x' })).toMatchObject({ status: 200 });
    expect(await (await clientAs(cloud, 'Cashier')).post(`/refund/${sale}`, { amount: 100, notes: 'x' })).toMatchObject({ status: 403 });
    expect(await refundsOf(plan)).toEqual([]);
  });

  it('refuses a disputed charge, one of a deleted customer, one that failed and one that is not there', async () => {
    const { customer: id } = await customerWith(cloud, 'pm_card_createDispute');
    const chargeDisputed = await chargeCard(cloud, id, 2_999);
    expect(await manager.post(`/refund/${chargeDisputed}`, { amount: 1, notes: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'charge_disputed' },
    });
    const { charge, customer } = await chargeOfSomebody();
    await cloud.sdk.customers.del(customer);
    await cloud.settled();
    expect(await manager.post(`/refund/${charge}`, { amount: 1, notes: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'customer_deleted' },
    });
    expect(await manager.post('/refund/ch_none', { amount: 1, notes: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'charge_not_found' },
    });
    expect(await manager.post(`/refund/${charge}`, { amount: 1 })).toMatchObject({ status: 400 });
  });

  it('is finished by a second press after Stripe was unavailable, once', async () => {
    const { charge } = await chargeOfSomebody();
    const key = randomUUID();
    cloud.stripe.behave({ down: true });
    const away = await manager.post(`/refund/${charge}`, { amount: 300, notes: 'away' }, { key });
    cloud.stripe.behave({ down: false });
    expect(away).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    expect(await manager.post(`/refund/${charge}`, { amount: 300, notes: 'away' }, { key })).toMatchObject({ status: 200 });
    expect(await refundsOf(charge)).toEqual([300]);
  });

  it('is made once although Stripe keeps a failure of its own under the first key', async () => {
    const { charge } = await chargeOfSomebody();
    const key = randomUUID();
    cloud.stripe.behave({ serverErrors: 1 });
    expect((await manager.post(`/refund/${charge}`, { amount: 300, notes: 'broken' }, { key })).status).toBe(503);
    cloud.stripe.behave({ serverErrors: 0 });
    expect(await manager.post(`/refund/${charge}`, { amount: 300, notes: 'broken' }, { key })).toMatchObject({ status: 200 });
    expect(await refundsOf(charge)).toEqual([300]);
  });

  it('that the bank refuses later can be made again', async () => {
    const { customer } = await customerWith(cloud, 'pm_card_refundFail');
    const charge = await chargeCard(cloud, customer, 1_000);
    const { body } = await manager.post(`/refund/${charge}`, { amount: 1_000, notes: 'will fail' });
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 60_000).toISOString());
    const { db } = cloud.database;
    const refund = await db.selectFrom('mirror_refund').select('status').where('id', '=', String(body['id'])).executeTakeFirstOrThrow();
    expect(refund.status).toBe('failed');
    expect(await mirrored(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await manager.post(`/refund/${charge}`, { amount: 400, notes: 'again' })).status).toBe(200);
  });

  it('is made once when the answer is lost on the way', async () => {
    const { charge } = await chargeOfSomebody();
    const key = randomUUID();
    cloud.stripe.behave({ dropAnswers: 1, seed: 3 });
    await manager.post(`/refund/${charge}`, { amount: 300, notes: 'lost' }, { key });
    cloud.stripe.behave({ dropAnswers: 0 });
    expect(await manager.post(`/refund/${charge}`, { amount: 300, notes: 'lost' }, { key })).toMatchObject({ status: 200 });
    expect(await refundsOf(charge)).toEqual([300]);
  });
});
