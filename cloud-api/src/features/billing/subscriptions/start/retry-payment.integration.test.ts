import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { captureCard, lastNoteOf, ok } from '../../../../testing/member-views.ts';
import { settledDifferences } from '../../../../testing/mirror-equals.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T15:30:40Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

const PlanId = 'price_SuperKiss_12';
const stored = (id: string) => cloud.stripe.store.get('subscription', id);
const invoiceOf = (id: string) => cloud.stripe.store.get('invoice', id);
const defaultOf = (customer: string) => cloud.stripe.store.get('customer', customer)?.invoice_settings.default_payment_method;
const actionsOn = async (id: string) => {
  const rows = await cloud.database.db
    .selectFrom('whole_audit')
    .select('action')
    .where('subject', '=', `subscription:${id}`)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};
const receiptsOf = async (customer: string) => {
  const rows = await cloud.database.db.selectFrom('receipt').select('kind').where('customer', '=', customer).orderBy('id').execute();
  return rows.map(({ kind }) => kind);
};
const signaturesOf = (customer: string) =>
  cloud.database.db.selectFrom('signature').select('id').where('customer', '=', customer).execute();

async function declinedSignUp() {
  const { customer, card } = await cloud.member();
  cloud.spoil(card, 'declined');
  const { status, body } = await cashier.post<{ details: { subscription: string; invoice: string } }>('/subscription', {
    customer,
    PlanId,
  });
  expect(status).toBe(402);
  return { customer, bad: card, id: body.details.subscription, invoice: body.details.invoice };
}

describe('a declined sign-up whose invoice is paid', () => {
  it('after a good card was made the default: that card pays the next month too', async () => {
    const { customer, id, invoice } = await declinedSignUp();
    const card = await captureCard(cloud, cashier, customer, 'pm_card_mastercard');
    expect(stored(id)?.default_payment_method).toBe(card);
    await ok(cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`));
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    expect(stored(id)).toMatchObject({ status: 'active', default_payment_method: card });
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });

  it('with another card: the card becomes the plan’s and the customer’s, and all follows that follows a sign-up', async () => {
    const { customer, id, invoice } = await declinedSignUp();
    const card = await cloud.card(customer);
    await ok(cashier.post(`/invoice/${invoice}/pay?payment_method=${card}`));
    expect(stored(id)).toMatchObject({ status: 'active', default_payment_method: card });
    expect(defaultOf(customer)).toBe(card);
    const paid = `$${((invoiceOf(invoice)?.amount_paid ?? 0) / 100).toFixed(2)}`;
    expect(await lastNoteOf(cloud, customer)).toMatchObject({ note: `Signed up for Super Kiss at $29.99, paid ${paid} today` });
    expect(await receiptsOf(customer)).toEqual(['signup']);
    expect(await signaturesOf(customer)).toHaveLength(1);
    expect(await actionsOn(id)).toEqual(['subscription.not-paid', 'subscription.started']);
  });

  it('lets the declined card go that was captured for it', async () => {
    const { customer, card: earlier } = await cloud.member();
    const bad = await captureCard(cloud, cashier, customer, 'pm_card_visa');
    cloud.spoil(bad, 'declined');
    const declined = await cashier.post<{ details: { invoice: string } }>('/subscription', { customer, PlanId, PaymentMethodId: bad });
    expect(declined.status).toBe(402);
    const { invoice } = declined.body.details;
    const poor = await cloud.card(customer, 'pm_card_chargeCustomerFail');
    expect(await cashier.post(`/invoice/${invoice}/pay?payment_method=${poor}`)).toMatchObject({ status: 402 });
    const owned = () => new Set(cloud.stripe.store.list('payment_method').flatMap((one) => (one.customer === customer ? one.id : [])));
    expect(owned()).toEqual(new Set([earlier, bad, poor]));

    await ok(cashier.post(`/invoice/${invoice}/pay?payment_method=${earlier}`));
    // a card attached at Stripe directly was not captured here, so it stays
    expect(owned()).toEqual(new Set([earlier, poor]));
    const audits = cloud.database.db.selectFrom('whole_audit').select(['before', 'why']).where('subject', '=', `customer:${customer}`);
    expect(await audits.where('action', '=', 'card.deleted').execute()).toMatchObject([
      { before: { paymentMethod: bad }, why: 'declined at the sign-up' },
    ]);
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });

  it('and declines again changes neither card', async () => {
    const { customer, bad, id, invoice } = await declinedSignUp();
    const poor = await cloud.card(customer, 'pm_card_chargeCustomerFail');
    expect(await cashier.post(`/invoice/${invoice}/pay?payment_method=${poor}`)).toMatchObject({ status: 402 });
    expect(stored(id)).toMatchObject({ status: 'incomplete', default_payment_method: bad });
    expect(await signaturesOf(customer)).toEqual([]);
  });

  it('is a reinstatement where that is what was declined', async () => {
    const { customer, card } = await cloud.member();
    const { id: old } = await ok(cashier.post<Subscription>('/subscription', { customer, PlanId }));
    await ok(manager.post(`/subscription/${old}/terminate`, { reason: 'Moved' }));
    cloud.spoil(card, 'declined');
    const declined = await cashier.post<{ details: { invoice: string; subscription: string } }>(`/subscription/${old}/reinstate`, {});
    expect(declined.status).toBe(402);
    const { invoice, subscription } = declined.body.details;
    await ok(cashier.post(`/invoice/${invoice}/pay?payment_method=${await cloud.card(customer)}`));
    expect(await lastNoteOf(cloud, customer)).toMatchObject({ note: expect.stringMatching(/^Reinstated Super Kiss at \$29\.99, paid \$/) });
    expect(await actionsOn(subscription)).toEqual(['subscription.not-paid', 'subscription.reinstated']);
    expect(await receiptsOf(customer)).toEqual(['signup', 'planchange', 'planchange']);
  });
});

describe('a declined sign-up whose invoice is paid at Stripe itself', () => {
  const welcomesOf = (customer: string) =>
    cloud.database.db.selectFrom('message').select('id').where('customer', '=', customer).where('kind', '=', 'welcome').execute();
  /** Makes the job due now: it allows a minute for a call that pays. */
  const begun = (id: string) =>
    until('what follows is written', async () => {
      await sql`update job set due = now() where what = 'plan.begun' and key = ${id} and state = 'pending' and claimed_until is null`.execute(
        cloud.database.db,
      );
      const job = await cloud.database.db
        .selectFrom('job')
        .selectAll()
        .where('what', '=', 'plan.begun')
        .where('key', '=', id)
        .executeTakeFirst();
      return job?.state === 'done' ? job : null;
    });

  it('has all that follows a sign-up, once', async () => {
    const { customer, id, invoice } = await declinedSignUp();
    const card = await cloud.card(customer);
    await cloud.sdk.invoices.pay(invoice, { payment_method: card });
    await cloud.settled();
    expect(stored(id)?.status).toBe('active');
    expect((await begun(id)).result).toEqual({ written: true });
    // the card that paid is charged next month
    expect(cloud.stripe.store.get('subscription', id)).toMatchObject({ default_payment_method: card });
    expect(cloud.stripe.store.get('customer', customer)).toMatchObject({ invoice_settings: { default_payment_method: card } });
    const paid = `$${((invoiceOf(invoice)?.amount_paid ?? 0) / 100).toFixed(2)}`;
    expect(await lastNoteOf(cloud, customer)).toMatchObject({ note: `Signed up for Super Kiss at $29.99, paid ${paid} today` });
    expect(await receiptsOf(customer)).toEqual(['signup']);
    expect(await signaturesOf(customer)).toHaveLength(1);
    expect(await actionsOn(id)).toEqual(['subscription.not-paid', 'subscription.started']);
    const welcomes = await welcomesOf(customer);
    // an admin runs it again
    await sql`update job set state = 'pending', due = now() where what = 'plan.begun' and key = ${id}`.execute(cloud.database.db);
    expect((await begun(id)).result).toEqual({ written: false });
    expect(await actionsOn(id)).toEqual(['subscription.not-paid', 'subscription.started']);
    expect([await receiptsOf(customer), await signaturesOf(customer), await welcomesOf(customer)]).toEqual([
      ['signup'],
      expect.objectContaining({ length: 1 }),
      welcomes,
    ]);
  });

  it('has nothing twice where a call of Washdesk paid', async () => {
    const { customer, id, invoice } = await declinedSignUp();
    await ok(cashier.post(`/invoice/${invoice}/pay?payment_method=${await cloud.card(customer)}`));
    expect((await begun(id)).result).toEqual({ written: false });
    expect(await receiptsOf(customer)).toEqual(['signup']);
  });
});

describe('a renewal that was paid by another card', () => {
  it('is followed by the next one on that card', async () => {
    const { customer, card } = await cloud.member();
    const { id } = await ok(cashier.post<Subscription>('/subscription', { customer, PlanId }));
    cloud.spoil(card, 'declined');
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    expect(stored(id)?.status).toBe('past_due');
    const good = await cloud.card(customer);
    await ok(cashier.post(`/invoice/${stored(id)?.latest_invoice}/pay?payment_method=${good}`));
    expect(stored(id)).toMatchObject({ status: 'active', default_payment_method: good });
    expect(await receiptsOf(customer)).toEqual(['signup', 'charge']);
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    expect(stored(id)?.status).toBe('active');
  });
});

describe('a plan that waits for its first payment', () => {
  it('can be ended by its seller: nothing is owed, and it can no longer be paid', async () => {
    const { customer, id, invoice } = await declinedSignUp();
    const reason = 'No other card';
    await ok(cashier.post(`/subscription/${id}/discontinue`, { reason }));
    expect(stored(id)?.ended_at).not.toBeNull();
    expect(invoiceOf(invoice)?.status).toBe('void');
    expect(await lastNoteOf(cloud, customer)).toMatchObject({ note: 'Ended Super Kiss at $29.99, never paid: No other card' });
    expect(await receiptsOf(customer)).toEqual([]);
    expect(await actionsOn(id)).toEqual(['subscription.not-paid', 'subscription.abandoned']);
    const good = await cloud.card(customer);
    expect(await cashier.post(`/invoice/${invoice}/pay?payment_method=${good}`)).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_open' },
    });
    expect(await settledDifferences(cloud.stripe, cloud.database.db, cloud.settled)).toEqual([]);
  });

  it('is ended by a termination too', async () => {
    const { id, invoice } = await declinedSignUp();
    expect(await ok(manager.post(`/subscription/${id}/terminate`, { reason: 'x' }))).toMatchObject({ open_invoices: [] });
    expect(invoiceOf(invoice)?.status).toBe('void');
  });

  it('lets its declined card be deleted', async () => {
    const { customer, bad } = await declinedSignUp();
    expect(await manager.delete(`/paymentmethods/${bad}?customerId=${customer}`)).toMatchObject({ status: 200 });
  });
});
