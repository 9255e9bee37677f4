import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { BehaviourName } from '@washdesk/stripe-simulator/cards/behaviours';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { captureCard } from '../../../../testing/member-views.ts';

let cloud: BillingCloud;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:40Z', taxed: true });
  cashier = await clientAs(cloud, 'Cashier');
});
afterAll(() => cloud.stop());

/** From here November has 844200 of its 2592000 s left: 2999 x 844200 / 2592000 = 976.75 -> 977, tax 48.85 -> 49, together 1026. */
const from = Date.parse('2026-11-21T15:30:00Z') / 1_000;
const superKiss = 'price_SuperKiss_12';

const invoiceOf = ({ latest_invoice }: Subscription) => cloud.stripe.store.get('invoice', latest_invoice?.id ?? '');
const subscriptionsOf = (customer: string) => cloud.stripe.store.list('subscription').filter((one) => one.customer === customer);

describe('a sign-up whose card declines', () => {
  interface FailedPayment {
    details: { invoice: string };
  }

  const payloadOf = (customer: string, card: string, PlanId = superKiss) => ({
    stripeCustomer: customer,
    PaymentMethodId: card,
    PlanId,
    from,
  });

  async function memberWithBadCard(behaviour: BehaviourName = 'declined'): Promise<{ customer: string; card: string }> {
    const member = await cloud.member();
    cloud.spoil(member.card, behaviour);
    return member;
  }

  it.each([
    ['declined', 'generic_decline', 'declined_by_network'],
    ['declined_insufficient_funds', 'insufficient_funds', 'declined_by_network'],
    ['declined_lost_card', 'lost_card', 'declined_by_network'],
    ['declined_stolen_card', 'stolen_card', 'declined_by_network'],
    ['declined_expired_card', 'expired_card', 'declined_by_network'],
    ['declined_processing_error', 'processing_error', 'declined_by_network'],
    ['blocked', 'fraudulent', 'not_sent_to_network'],
    ['authentication_required', 'authentication_required', 'declined_by_network'],
  ] as const)('%s fails the sign-up in plain words', async (behaviour, declineCode, networkStatus) => {
    const { customer, card } = await memberWithBadCard(behaviour);
    const { status, body } = await cashier.post('/subscription', payloadOf(customer, card));
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'payment_failed', message: 'Failed Payment' });
    const [made] = subscriptionsOf(customer);
    expect(body['details']).toMatchObject({
      subscription: made?.id,
      invoice: made?.latest_invoice,
      code: expect.any(String),
      declineCode,
      networkStatus,
      sellerMessage: expect.any(String),
    });
    const audits = await cloud.database.db
      .selectFrom('whole_audit')
      .select('action')
      .where('subject', '=', `subscription:${made?.id}`)
      .execute();
    expect(audits).toEqual([{ action: 'subscription.not-paid' }]);
  });

  it('is followed by another card, which pays the same invoice and is the default of both', async () => {
    const { customer, card } = await memberWithBadCard();
    const failed = await cashier.post<FailedPayment>('/subscription', payloadOf(customer, card));
    expect(failed.status).toBe(402);
    const good = await cloud.card(customer);
    const preview = await cashier.post<Preview>('/subscription/preview', payloadOf(customer, good));
    expect(preview.body).toMatchObject({ due_today: 1026, tax: 49 });
    const asked = await cashier.get(`/invoice/${superKiss}/latestinvoice?customer=${customer}`);
    expect(asked.body).toMatchObject({ amount_due: 1026, subtotal: 977, tax: 49, total: 1026 });
    const { status, body } = await cashier.post<Subscription>('/subscription', payloadOf(customer, good));
    expect(status, JSON.stringify(body)).toBe(200);
    const invoice = failed.body.details.invoice;
    expect(body).toMatchObject({ status: 'active', default_payment_method: good, latest_invoice: { id: invoice } });
    expect(invoiceOf(body)).toMatchObject({ status: 'paid', amount_paid: 1026 });
    expect(subscriptionsOf(customer)).toHaveLength(1);
    expect(cloud.stripe.store.get('customer', customer)).toMatchObject({ invoice_settings: { default_payment_method: good } });
  });

  it('leaves the customer once another has paid, if it was captured here and nothing uses it', async () => {
    const { customer, card: stored } = await memberWithBadCard();
    const first = await captureCard(cloud, cashier, customer, 'pm_card_visa');
    cloud.spoil(first, 'declined');
    expect((await cashier.post('/subscription', payloadOf(customer, first))).status).toBe(402);
    const second = await captureCard(cloud, cashier, customer, 'pm_card_discover');
    cloud.spoil(second, 'declined_insufficient_funds');
    expect((await cashier.post('/subscription', payloadOf(customer, second))).status).toBe(402);
    // the card stored before the sign-up also declines, and stays
    expect((await cashier.post('/subscription', payloadOf(customer, stored))).status).toBe(402);
    const owned = () => cloud.stripe.store.list('payment_method').filter((one) => one.customer === customer);
    expect(owned()).toHaveLength(3);

    const good = await captureCard(cloud, cashier, customer, 'pm_card_mastercard');
    const { status, body } = await cashier.post<Subscription>('/subscription', payloadOf(customer, good));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(
      owned()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([stored, good].toSorted());
    const audits = cloud.database.db.selectFrom('whole_audit').select(['before', 'why']).where('subject', '=', `customer:${customer}`);
    const detached = await audits.where('action', '=', 'card.deleted').execute();
    expect(detached.map(({ before }) => (before as { paymentMethod: string }).paymentMethod).toSorted()).toEqual(
      [first, second].toSorted(),
    );
    expect(detached.map(({ why }) => why)).toEqual(['declined at the sign-up', 'declined at the sign-up']);
    await cloud.settled();
    const told = cloud.database.db
      .selectFrom('job')
      .select('what')
      .where('customer', '=', customer)
      .where('what', '=', 'payment.changed-later');
    expect(await told.execute()).toEqual([]);
  });

  it('and declines again is the same failure of the same invoice', async () => {
    const { customer, card } = await memberWithBadCard();
    const first = await cashier.post<FailedPayment>('/subscription', payloadOf(customer, card));
    const second = await cashier.post('/subscription', payloadOf(customer, card));
    const invoice = first.body.details.invoice;
    expect(second).toMatchObject({ status: 402, body: { code: 'payment_failed', details: { invoice, declineCode: 'generic_decline' } } });
    expect(subscriptionsOf(customer)).toHaveLength(1);
  });

  it('and another plan ends the first attempt, whose invoice can no longer be paid', async () => {
    const { customer, card } = await memberWithBadCard();
    const failed = await cashier.post<FailedPayment>('/subscription', payloadOf(customer, card));
    const other = payloadOf(customer, await cloud.card(customer), 'price_SuperKissPlus_12');
    const { status, body } = await cashier.post<Subscription>('/subscription', other);
    expect(status).toBe(200);
    const running = subscriptionsOf(customer).filter((one) => one.status === 'active');
    expect(running.map(({ id }) => id)).toEqual([body.id]);
    expect(cloud.stripe.store.get('invoice', failed.body.details.invoice)?.status).toBe('void');
  });

  it('is forgotten after a day: the next sign-up is a new one', async () => {
    const { customer, card } = await memberWithBadCard();
    await cashier.post('/subscription', payloadOf(customer, card));
    await cloud.clock.moveTo('2026-11-22T15:00:00Z');
    const { body } = await cashier.post<Subscription>('/subscription', payloadOf(customer, await cloud.card(customer)));
    expect(invoiceOf(body)).toMatchObject({ amount_paid: 1026 });
    expect(
      subscriptionsOf(customer)
        .map((one) => one.status)
        .toSorted(),
    ).toEqual(['active', 'incomplete_expired']);
  });
});
