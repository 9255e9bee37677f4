import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { ok } from '../../../../testing/member-views.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  manager = await clientAs(cloud, 'SalesManager');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

async function member() {
  const held = await cloud.member();
  const body = { customer: held.customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true };
  return { ...held, id: (await ok(manager.post<Subscription>('/subscription', body))).id };
}

const invoicesOf = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
const takenSince = (customer: string, instant: string): number =>
  invoicesOf(customer)
    .filter(({ created }) => created * 1_000 >= Date.parse(instant))
    .reduce((sum, { amount_paid }) => sum + amount_paid, 0);

/** In calendar order. */
it('a renewal that is still a draft is void with the termination, and a reinstatement bills the month once', async () => {
  const { customer, id } = await member();
  await cloud.clock.moveTo('2026-12-01T10:30:00Z');
  const [draft] = invoicesOf(customer);
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
  expect(await ok(manager.get(`/subscription/${id}/ending?change=terminate`))).toMatchObject({
    at_once: true,
    open_invoices: [],
    voided_invoices: [{ id: draft?.id, amount_remaining: 2_999 }],
  });
  expect(await ok(manager.post(`/subscription/${id}/terminate`, { reason: 'Moved' }))).toMatchObject({ open_invoices: [] });
  expect(cloud.stripe.store.get('invoice', draft?.id ?? '')?.status).toBe('void');
  const again = await ok(manager.post<{ mode: string }>(`/subscription/${id}/reinstate`, { DoNotProrate: true }));
  expect(again.mode).toBe('ordinary');
  await cloud.clock.moveTo('2026-12-02T12:00:00Z');
  expect(takenSince(customer, '2026-12-01T00:00:00Z')).toBe(2_999);
  expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
});

it('a draft that an ending outside Washdesk left is void before the plan begins again', async () => {
  const { customer, id, card } = await member();
  await cloud.clock.moveTo('2027-01-01T10:30:00Z');
  await cloud.sdk.subscriptions.cancel(id);
  await cloud.settled();
  const [draft] = invoicesOf(customer);
  expect(draft?.status).toBe('draft');
  await ok(manager.post(`/subscription/${id}/reinstate`, { DoNotProrate: true }));
  expect(cloud.stripe.store.get('invoice', draft?.id ?? '')?.status).toBe('void');
  expect(await manager.post(`/invoice/${draft?.id}/pay?payment_method=${card}`)).toMatchObject({
    status: 409,
    body: { code: 'invoice_not_open' },
  });
  expect(takenSince(customer, '2027-01-01T00:00:00Z')).toBe(2_999);
});

it('a month that was begun and not paid stays owed, and is paid once before the plan begins again', async () => {
  const { customer, id, card } = await member();
  cloud.spoil(card, 'declined');
  await cloud.clock.moveTo('2027-02-01T12:00:00Z');
  const { open_invoices: open } = await ok(
    manager.post<{ open_invoices: { id: string }[] }>(`/subscription/${id}/terminate`, { reason: 'x' }),
  );
  expect(open).toEqual([expect.objectContaining({ id: invoicesOf(customer)[0]?.id })]);
  const PaymentMethodId = await cloud.card(customer);
  expect(await ok(manager.post(`/subscription/${id}/reinstate`, { PaymentMethodId }))).toMatchObject({ mode: 'nonpayment-reinstate' });
  expect(takenSince(customer, '2027-02-01T00:00:00Z')).toBe(2_999);
});

it('a draft of a month that was discontinued in its first hour is collected: the plan runs to its end', async () => {
  const { customer, id } = await member();
  await cloud.clock.moveTo('2027-03-01T10:30:00Z');
  await ok(manager.post(`/subscription/${id}/discontinue`, { reason: 'Moved' }));
  await cloud.clock.moveTo('2027-03-01T12:00:00Z');
  expect(takenSince(customer, '2027-03-01T00:00:00Z')).toBe(2_999);
});
