import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { clientAs, type ApiClient, type Reply } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { anyReader } from '../../../testing/cards.ts';
import { defaultSettings } from '../../../testing/default-settings.ts';
import { recordUsage } from './receipts.fixture.ts';
import { ReceiptsService } from './receipts.service.ts';
import { receiptRecordBySubject } from './receipts.store.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;
let scheduler: ApiClient;
let texts: ReceiptsService;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T10:00:00Z' });
  [cashier, manager, scheduler] = await Promise.all([
    clientAs(cloud, 'Cashier'),
    clientAs(cloud, 'SalesManager'),
    clientAs(cloud, 'Scheduler'),
  ]);
  texts = new ReceiptsService(cloud.database.db, defaultSettings);
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const words = async (id: string): Promise<string> => (await texts.show(id, undefined, 'text')).replaceAll(/\s+/g, ' ');
const kindsOf = async (customer: string): Promise<string[]> => {
  const { status, body } = await cashier.get<{ receipts: { kind: string }[] }>(`/customer/${customer}/receipts`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.receipts.map(({ kind }) => kind);
};

async function well<T>(call: Promise<Reply<T>>): Promise<T> {
  const { status, body } = await call;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function member() {
  const held = await cloud.member();
  const sold = await well(cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss }));
  return { ...held, id: sold.id, invoice: sold.latest_invoice?.id ?? '' };
}

describe('a sign-up', () => {
  it('writes one receipt with the amount paid and its terms, however often it is sent', async () => {
    const held = await cloud.member();
    const key = randomUUID();
    const sell = () => cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss }, { key });
    const { id } = await well(sell());
    await well(sell());
    const text = await words(id);
    for (const word of ['Joliet', 'UNLIMITED PLAN', 'MEMBER1-IL', 'Moore, Ada', '$29.99 a month', '6 months', 'Visa ending in 4242']) {
      expect(text).toContain(word);
    }
    const paid = cloud.stripe.store.list('invoice').find(({ customer }) => customer === held.customer)?.amount_paid ?? 0;
    expect(text).toContain(`Paid today $${(paid / 100).toFixed(2)}`);
    expect(await kindsOf(held.customer)).toEqual(['signup']);
  });

  it('is found by its invoice and its charge, too', async () => {
    const { id, invoice, customer } = await member();
    const charge = cloud.stripe.store.list('charge').find((one) => one.customer === customer)?.id ?? '';
    for (const about of [invoice, charge]) expect(await words(about)).toBe(await words(id));
  });

  it('whose card declines writes none', async () => {
    const held = await cloud.member({ card: 'pm_card_chargeCustomerFail' });
    expect(await cashier.post('/subscription', { customer: held.customer, PlanId: kiss })).toMatchObject({ status: 402 });
    expect(await kindsOf(held.customer)).toEqual([]);
  });
});

describe('a plan change', () => {
  it.each([
    ['upgrade', { PlanId: 'price_SuperKissPlus_12' }, ['PLAN UPGRADE', 'Old plan', '$29.99', 'Paid today']],
    ['discontinue', { reason: 'moves away' }, ['PLAN DISCONTINUED', 'Ends December 1, 2026']],
    ['terminate', { reason: 'sold the car' }, ['PLAN ENDED', 'Ends November 16, 2026']],
  ])('writes a receipt: %s', async (change, body, all) => {
    const { id, customer } = await member();
    await well(manager.post(`/subscription/${id}/${change}`, body));
    const text = await words(id);
    for (const word of all) expect(text).toContain(word);
    expect(await kindsOf(customer)).toEqual(['planchange', 'signup']);
  });

  it('that only revokes a discontinuation writes none; one that begins again does', async () => {
    const [kept, ended] = [await member(), await member()];
    await well(manager.post(`/subscription/${kept.id}/discontinue`, { reason: 'x' }));
    await well(manager.post(`/subscription/${kept.id}/reinstate`));
    expect(await kindsOf(kept.customer)).toEqual(['planchange', 'signup']);
    await well(manager.post(`/subscription/${ended.id}/terminate`, { reason: 'x' }));
    const { subscription } = await well(manager.post<{ subscription: Subscription }>(`/subscription/${ended.id}/reinstate`));
    expect(await words(subscription.id)).toContain('PLAN REINSTATED');
  });
});

describe('money', () => {
  it('that a reader took, and that was refunded, writes a receipt each', async () => {
    const sale = { amount: 1_250, originalamount: 1_250, saleid: 'S-77', usePayTerminal: 'yes', description: 'Interior #2' };
    const { id: intent } = await well(cashier.post<{ id: string }>('/paymentintent', sale));
    const reader = await anyReader(cloud);
    await cloud.sdk.terminal.readers.processPaymentIntent(reader, { payment_intent: intent });
    cloud.stripe.reader(reader, { tap: 'visa' });
    await well(cashier.post(`/paymentintent/${intent}/capture`));
    const charge = await receiptRecordBySubject(cloud.database.db, intent, 'charge');
    const text = await words(intent);
    for (const word of ['RECEIPT', 'For Interior #2', 'Sale S-77', 'Amount $12.50', 'ending in', 'Served by Sam ('])
      expect(text).toContain(word);
    expect(text).not.toMatch(/\d{12,}/);
    const chargeId = cloud.stripe.store.list('charge').find(({ payment_intent }) => payment_intent === intent)?.id ?? '';
    const refund = await well(manager.post<{ id: string }>(`/refund/${chargeId}`, { amount: 500, notes: 'spots' }));
    expect(await words(refund.id)).toContain('Refunded $5.00');
    // the charge keeps its own receipt
    expect(await receiptRecordBySubject(cloud.database.db, chargeId, undefined)).toMatchObject({ id: charge?.id, kind: 'charge' });
  });
});

describe('the notice of a price increase', () => {
  /** @returns the usage at which the member is told of the increase */
  async function increased(): Promise<{ usage: string; customer: string; id: string; code: string }> {
    const code = `PI${randomUUID().slice(0, 4).toUpperCase()}-IL`;
    const held = await cloud.member({ plate: code });
    const { id } = await well(cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId: kiss }));
    await well(scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: `${kiss}_next` }));
    await cloud.settled();
    const usage = await recordUsage(cloud.database, { customer: held.customer, subscription: id });
    return { usage, customer: held.customer, id, code };
  }
  const look = (code: string) => well(cashier.get(`/dxt/${code}?redeem=no`));

  it('is acknowledged once the member has it, and no one is notified again', async () => {
    const { usage, customer, id, code } = await increased();
    expect(await look(code)).toMatchObject({ priceIncrease: true });
    expect(await texts.show(usage, 'priceincrease', 'text')).toContain('$32.99');
    for (let press = 0; press < 2; press += 1) {
      expect(await well(cashier.post(`/receipt/${usage}/acknowledge`))).toEqual({ acknowledged: true });
    }
    expect(cloud.stripe.store.get('customer', customer)?.metadata).toMatchObject({ scheduleAcknowledged: 'true' });
    expect(cloud.stripe.store.get('subscription', id)?.metadata).toMatchObject({ Acknowledged: 'true', AcknowledgedSite: '12' });
    expect(await look(code)).toMatchObject({ priceIncrease: false });
    expect(await kindsOf(customer)).toEqual(['priceincrease', 'signup']);
    const audits = cloud.database.db.selectFrom('whole_audit').select('actor').where('action', '=', 'subscription.increase-acknowledged');
    expect(await audits.where('subject', '=', `subscription:${id}`).execute()).toHaveLength(1);
  });

  it('of an increase that was called off meanwhile is not acknowledged', async () => {
    const { usage, customer, id } = await increased();
    const schedule = cloud.stripe.store.get('subscription', id)?.schedule ?? '';
    await well(manager.delete(`/subscriptionschedule/${schedule}`));
    expect(await cashier.post(`/receipt/${usage}/acknowledge`)).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } });
    expect(cloud.stripe.store.get('customer', customer)?.metadata).not.toHaveProperty('scheduleAcknowledged');
  });
});
