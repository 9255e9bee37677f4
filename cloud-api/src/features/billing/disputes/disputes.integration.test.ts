import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';

let cloud: BillingCloud;
let admin: ApiClient;
let support: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  admin = await clientAs(cloud, 'Admin');
  support = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

interface Disputes {
  disputes: Dispute[];
  count: number;
  counted: number;
}
const disputesOf = async (customer: string): Promise<Disputes> => (await support.get<Disputes>(`/customer/${customer}/disputes`)).body;

/** Creates a charge disputed right after payment. */
async function disputed(amount = 2_999): Promise<{ customer: string; charge: string; dispute: string }> {
  const { customer } = await customerWith(cloud, 'pm_card_createDispute');
  const charge = await chargeCard(cloud, customer, amount);
  const [dispute] = (await cloud.sdk.disputes.list({ charge })).data;
  return { customer, charge, dispute: dispute!.id };
}

/** Advances the clock by the seconds after which Stripe decides a dispute with test evidence. */
const decided = (): Promise<void> => cloud.clock.moveTo(new Date((cloud.stripe.sandbox.now() + 5) * 1_000).toISOString());

/** Creates a lost dispute of a customer whose default card has changed since. */
async function lost(card = 'pm_card_visa', amount = 2_999): Promise<{ customer: string; dispute: string; card: string }> {
  const { customer, dispute } = await disputed(amount);
  const method = await cloud.card(customer, card);
  await cloud.sdk.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  await cloud.sdk.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } });
  await decided();
  await cloud.settled();
  return { customer, dispute, card: method };
}

const recovered = async (customer: string, dispute: string) =>
  (await cloud.sdk.charges.list({ customer })).data.filter(({ metadata }) => metadata['dispute'] === dispute);

describe("a customer's disputes", () => {
  it('show what was disputed, and whether they count', async () => {
    const { customer, charge, dispute } = await disputed();
    expect(await disputesOf(customer)).toMatchObject({
      count: 1,
      counted: 1,
      disputes: [
        {
          id: dispute,
          status: 'needs_response',
          amount: 2_999,
          reason: 'fraudulent',
          charge: { id: charge, created: expect.any(Number) },
          payment_method_details: { type: 'card', brand: 'visa' },
          evidence_details: { due_by: expect.any(Number) },
          metadata: { feesCollected: false, recoveryCharge: null },
          counts: true,
        },
      ],
    });
    expect((await (await clientAs(cloud, 'Auditor')).get(`/customer/${customer}/disputes`)).status).toBe(403);
    expect((await support.get('/customer/cus_none/disputes')).status).toBe(404);
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } });
    cloud.stripe.moveClock(new Date((cloud.stripe.sandbox.now() + 5) * 1_000));
    expect((await disputesOf(customer)).disputes).toMatchObject([{ status: 'needs_response' }]);
    const { body } = await support.get<Disputes>(`/customer/${customer}/disputes?noCache=true`);
    expect(body).toMatchObject({ stale: false, disputes: [{ status: 'won' }] });
    cloud.stripe.behave({ webhooks: { hold: false } });
  });

  it('count no more once marked as uncollectable', async () => {
    const { customer, dispute } = await disputed();
    expect(await support.post(`/dispute/${dispute}/metadata`, { feesCollected: true })).toMatchObject({
      status: 200,
      body: { id: dispute, counts: false, metadata: { feesCollected: true } },
    });
    expect(await disputesOf(customer)).toMatchObject({ count: 1, counted: 0 });
    const notes = async () =>
      (await support.get<{ notes: { note: string }[] }>(`/customer/${customer}/notes`)).body.notes.map(({ note }) => note);
    expect(await notes()).toContainEqual(expect.stringMatching(/^Dispute of \$\d+\.\d\d written off as uncollectable$/));
    expect(await support.post(`/dispute/${dispute}/metadata`, { feesCollected: false })).toMatchObject({ body: { counts: true } });
    expect(await notes()).toContainEqual(expect.stringMatching(/^Write-off of the dispute of \$\d+\.\d\d undone$/));
    await support.post(`/dispute/${dispute}/metadata`, { feesCollected: true });
    expect((await cloud.sdk.disputes.retrieve(dispute)).metadata).toMatchObject({ feescollected: 'true' });
    expect(await support.post(`/dispute/${dispute}/metadata`, {})).toMatchObject({ status: 400 });
    expect(await support.post('/dispute/du_none/metadata', { feesCollected: true })).toMatchObject({ status: 404 });
  });
});

describe('evidence', () => {
  it.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
  ])('%s makes it %s seconds later, by an Admin, once', async (evidence, status) => {
    const { customer, dispute } = await disputed();
    expect((await support.post(`/dispute/${dispute}/evidence`, { uncategorized_text: evidence })).status).toBe(403);
    expect(await admin.post(`/dispute/${dispute}/evidence`, { uncategorized_text: evidence })).toMatchObject({
      status: 200,
      body: { status: 'under_review' },
    });
    expect(await admin.post(`/dispute/${dispute}/evidence`, { uncategorized_text: evidence })).toMatchObject({
      status: 409,
      body: { code: 'dispute_closed' },
    });
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .selectAll()
      .where('subject', '=', `dispute:${dispute}`)
      .where('actor', '<>', 'stripe')
      .execute();
    expect(audit).toMatchObject([{ action: 'dispute.evidence', before: { status: 'needs_response' }, after: { status: 'under_review' } }]);
    await decided();
    await cloud.settled();
    expect((await disputesOf(customer)).disputes).toMatchObject([{ id: dispute, status }]);
  });
});

describe('collecting the disputed amount', () => {
  it('is shown to the cent with its card before, and refused with the same words', async () => {
    const { customer, dispute } = await lost('pm_card_mastercard', 4_321);
    const preview = () => support.get(`/dispute/${dispute}/collect/preview`);
    expect(await preview()).toMatchObject({ status: 200, body: { amount: 4_321, card: { brand: 'mastercard', last4: '4444' } } });
    expect(await recovered(customer, dispute)).toEqual([]);
    expect((await (await clientAs(cloud, 'Auditor')).get(`/dispute/${dispute}/collect/preview`)).status).toBe(403);
    expect((await support.get('/dispute/du_none/collect/preview')).status).toBe(404);
    expect(await support.post(`/dispute/${dispute}/collect?last4=4242`)).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect(await recovered(customer, dispute)).toEqual([]);
    await support.post(`/dispute/${dispute}/collect?last4=4444`);
    expect(await preview()).toMatchObject({ status: 409, body: { code: 'already_collected' } });
    const open = await disputed();
    expect(await support.get(`/dispute/${open.dispute}/collect/preview`)).toMatchObject({ status: 409, body: { code: 'dispute_open' } });
  });

  it('charges the default card once, to the cent, and records it', async () => {
    const { customer, dispute, card } = await lost('pm_card_visa', 4_321);
    const key = randomUUID();
    const press = (own: string) => support.post<Dispute>(`/dispute/${dispute}/collect`, {}, { key: own });
    const [first, second] = await Promise.all([press(key), press(key)]);
    expect(first).toMatchObject({
      status: 200,
      body: { metadata: { feesCollected: true, recoveryCharge: expect.stringMatching(/^ch_/) } },
    });
    expect(second).toEqual(first);
    expect(await press(randomUUID())).toMatchObject({ status: 409, body: { code: 'already_collected' } });
    expect(await recovered(customer, dispute)).toMatchObject([
      { id: first.body.metadata.recoveryCharge, amount_captured: 4_321, payment_method: card, metadata: { employeename: 'Sam Fuller' } },
    ]);
    expect((await cloud.sdk.disputes.retrieve(dispute)).metadata).toMatchObject({
      feescollected: 'true',
      recoverycharge: first.body.metadata.recoveryCharge,
    });
  });

  it('charges once when two press at once', async () => {
    const { customer, dispute } = await lost();
    const answers = await Promise.all([support.post(`/dispute/${dispute}/collect`), admin.post(`/dispute/${dispute}/collect`)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await recovered(customer, dispute)).toHaveLength(1);
  });

  it('charges once when the answers are lost on the way', async () => {
    const { customer, dispute } = await lost();
    const key = randomUUID();
    cloud.stripe.behave({ dropAnswers: 0.6, seed: 11 });
    await support.post(`/dispute/${dispute}/collect`, {}, { key });
    await support.post(`/dispute/${dispute}/collect`, {}, { key });
    cloud.stripe.behave({ dropAnswers: 0 });
    expect((await support.post(`/dispute/${dispute}/collect`, {}, { key })).status).toBe(200);
    expect(await recovered(customer, dispute)).toHaveLength(1);
  });

  it('does not charge again what was charged and never recorded', async () => {
    const { customer, dispute, card } = await lost();
    const how = { confirm: true, off_session: true, payment_method: card, allowed_payment_method_types: ['card' as const] };
    await cloud.sdk.paymentIntents.create({ amount: 2_999, currency: 'usd', customer, metadata: { dispute }, ...how });
    await cloud.settled();
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({ status: 409, body: { code: 'already_collected' } });
    expect(await recovered(customer, dispute)).toHaveLength(1);
  });

  it('is done although Stripe refuses the mark: the money has moved', async () => {
    const { customer, dispute } = await lost();
    const { metadata } = await cloud.sdk.disputes.retrieve(dispute);
    const full = Object.fromEntries(Array.from({ length: 50 - Object.keys(metadata).length }, (_, n) => [`note${n}`, 'x']));
    await cloud.sdk.disputes.update(dispute, { metadata: full });
    await cloud.settled();
    const key = randomUUID();
    const press = () => support.post<Dispute & { unmarked?: string }>(`/dispute/${dispute}/collect`, {}, { key });
    const answer = await press();
    const [charge] = await recovered(customer, dispute);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: dispute, unmarked: charge?.id, metadata: { feesCollected: false, recoveryCharge: null } },
    });
    expect(await press()).toEqual(answer);
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .selectAll()
      .where('subject', '=', `dispute:${dispute}`)
      .where('actor', '<>', 'stripe')
      .execute();
    expect(audit).toMatchObject([{ action: 'dispute.collected', after: { charge: charge?.id, marked: false } }]);
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({ status: 409, body: { code: 'already_collected' } });
    expect(await recovered(customer, dispute)).toHaveLength(1);
  });

  it('says why the card was declined and records nothing; another card can be tried', async () => {
    const { customer, dispute } = await lost('pm_card_chargeCustomerFail');
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({
      status: 402,
      body: { code: 'card_declined', details: { declineCode: 'generic_decline' } },
    });
    expect((await disputesOf(customer)).disputes).toMatchObject([{ metadata: { feesCollected: false, recoveryCharge: null } }]);
    const card = await cloud.card(customer, 'pm_card_visa');
    await cloud.sdk.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    await cloud.settled();
    expect((await support.post(`/dispute/${dispute}/collect`)).status).toBe(200);
  });

  it('refuses while the bank has not decided, without a default card, and by less than SupportCenter', async () => {
    const { customer, dispute } = await disputed();
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({ status: 409, body: { code: 'dispute_open' } });
    expect((await (await clientAs(cloud, 'Auditor')).post(`/dispute/${dispute}/collect`)).status).toBe(403);
    const [card] = (await cloud.sdk.customers.listPaymentMethods(customer)).data;
    await cloud.sdk.paymentMethods.detach(card!.id);
    await cloud.sdk.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } });
    await decided();
    await cloud.settled();
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({ status: 409, body: { code: 'no_default_card' } });
    await cloud.sdk.customers.del(customer);
    await cloud.settled();
    expect(await support.post(`/dispute/${dispute}/collect`)).toMatchObject({ status: 409, body: { code: 'customer_deleted' } });
  });
});
