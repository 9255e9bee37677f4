import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credit } from '@washdesk/contracts/billing/credit';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let manager: ApiClient;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  [manager, cashier] = await Promise.all([clientAs(cloud, 'SupportCenter'), clientAs(cloud, 'Cashier')]);
});
afterAll(() => cloud.stop());

const reason = 'Moved away';
const notes = 'Agreed on the phone';

async function member(PlanId = 'price_SuperKissPlus_12') {
  const { customer } = await cloud.member({ plate: '' });
  const { status, body } = await manager.post<Subscription>('/subscription', { customer, PlanId });
  expect(status, JSON.stringify(body)).toBe(200);
  return { customer, id: body.id };
}

const creditOf = async (customer: string) => (await cashier.get<Credit>(`/customer/${customer}/credit`)).body;
const settle = (customer: string, body: object) => manager.post(`/customer/${customer}/credit/settle`, { notes, ...body });
const give = async (customer: string, amount: number) => {
  await cloud.sdk.customers.createBalanceTransaction(customer, { amount: -amount, currency: 'usd' });
  await cloud.settled();
};
const balanceOf = (customer: string) => cloud.stripe.store.get('customer', customer)?.balance;

/** A member with an amount that waits for the next invoice of the plan. */
async function waitingMember() {
  const found = await member();
  const item = cloud.stripe.store.get('subscription', found.id)?.items[0]?.id ?? '';
  await cloud.sdk.subscriptions.update(found.id, {
    items: [{ id: item, price: 'price_SuperKiss_12' }],
    proration_behavior: 'create_prorations',
  });
  await cloud.settled();
  return found;
}

describe('a customer’s credit', () => {
  it('is the balance and what waits for an invoice, and is in the previews', async () => {
    const { customer, id } = await waitingMember();
    await give(customer, 500);
    const credit = await creditOf(customer);
    expect(credit).toMatchObject({ balance: -500, available: 500, refundable: 500 });
    expect(credit.waiting).toHaveLength(2);
    expect(credit.waiting.every(({ stranded, subscription }) => !stranded && subscription === id)).toBe(true);
    const { body: next } = await cashier.get(`/invoice/${id}/latestinvoice`);
    expect(next).toMatchObject({ balance: { before: -500, after: 0 } });
    const { body: discontinued } = await cashier.get(`/subscription/${id}/ending?change=discontinue`);
    const waiting = credit.waiting.reduce((sum, { amount, tax }) => sum + amount + tax, 0);
    expect(waiting).toBeLessThan(0);
    expect(discontinued).toMatchObject({ credit: 500 - waiting });
  });

  it('is paid out to the card, with what an ended plan left waiting', async () => {
    const { customer, id } = await waitingMember();
    await give(customer, 300);
    expect((await manager.post(`/subscription/${id}/terminate`, { reason })).status).toBe(200);
    await cloud.settled();
    const { available, waiting } = await creditOf(customer);
    expect(waiting.every(({ stranded }) => stranded)).toBe(true);
    expect(available).toBeGreaterThan(300);
    expect(await cashier.post(`/customer/${customer}/credit/settle`, { way: 'refund', notes })).toMatchObject({ status: 403 });
    expect(await settle(customer, { way: 'refund' })).toMatchObject({ status: 200, body: { amount: available, balance: 0 } });
    expect(await creditOf(customer)).toMatchObject({ balance: 0, available: 0, waiting: [] });
    const refunds = await cloud.sdk.refunds.list({ limit: 1 });
    expect(refunds.data[0]?.amount).toBe(available);
    expect(await settle(customer, { way: 'refund' })).toMatchObject({ status: 409, body: { code: 'no_credit' } });
  });

  it('is moved in part to another customer', async () => {
    const [from, to] = [await member(), await member()];
    await give(from.customer, 700);
    expect(await settle(from.customer, { way: 'move', to: from.customer })).toMatchObject({ body: { code: 'same_customer' } });
    expect(await settle(from.customer, { way: 'move', to: to.customer, amount: 200 })).toMatchObject({
      body: { amount: 200, balance: -500 },
    });
    expect([balanceOf(from.customer), balanceOf(to.customer)]).toEqual([-500, -200]);
    expect(await settle(from.customer, { way: 'move', to: to.customer, amount: 501 })).toMatchObject({
      status: 409,
      body: { code: 'no_credit', details: { available: 500 } },
    });
  });

  const steps = ['invoiceitem', 'balance of the giver', 'balance of the receiver'] as const;
  it.each(steps)('is moved once if Stripe is lost after the step: %s', async (lostAfter) => {
    const [{ customer, id }, to] = [await waitingMember(), await member()];
    await give(customer, 300);
    expect((await manager.post(`/subscription/${id}/terminate`, { reason })).status).toBe(200);
    await cloud.settled();
    const { available, waiting } = await creditOf(customer);
    expect(waiting.length).toBeGreaterThan(0);
    const { stripe } = cloud;
    const listening = { on: true };
    stripe.store.onChange((change) => {
      if (!listening.on) return;
      const isItem = 'removed' in change && change.id === waiting.at(-1)?.id;
      const changed = 'object' in change && change.object === 'customer_balance_transaction' ? change.customer : null;
      const made = isItem ? steps[0] : changed === customer ? steps[1] : changed === to.customer ? steps[2] : null;
      if (made === lostAfter) stripe.behave({ down: true });
    });
    expect(await settle(customer, { way: 'move', to: to.customer })).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    listening.on = false;
    stripe.behave({ down: false });
    const { body: summary } = await manager.get<CustomerSummary>(`/customer/${customer}/summary`);
    expect(await manager.post(`/operation/${summary.under_way[0]?.operation}/resume`)).toMatchObject({ status: 200 });
    expect(await creditOf(customer)).toMatchObject({ balance: 0, available: 0, waiting: [] });
    expect(balanceOf(to.customer)).toBe(-available);
    const received = stripe.store.list('customer_balance_transaction').filter((one) => one.customer === to.customer);
    expect(received.map(({ amount }) => amount)).toEqual([-available]);
    const { body: left } = await cashier.get<{ notes: { note: string }[] }>(`/customer/${to.customer}/notes`);
    expect(left.notes.filter(({ note }) => note.startsWith('Credit of'))).toHaveLength(1);
  });

  it('is named when a customer is deleted, who can be deleted once it is given up', async () => {
    const { customer, id } = await member();
    await give(customer, 250);
    expect((await manager.post(`/subscription/${id}/terminate`, { reason })).status).toBe(200);
    const remove = () => manager.delete(`/customer/${customer}?reason=${encodeURIComponent(reason)}`);
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'credit_left', message: 'This customer has a credit of $2.50. Pay it out, move it or give it up first' },
    });
    expect(await settle(customer, { way: 'forfeit' })).toMatchObject({ body: { amount: 250, balance: 0 } });
    expect((await remove()).status).toBe(200);
  });
});
