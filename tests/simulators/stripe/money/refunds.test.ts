import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../stand-in.fixture.ts';
import { openDispute } from './disputes.ts';
import { startTestStripe, type TestStripe } from './stripe.fixture.ts';

let test: TestStripe;
let stripe: Stripe;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  return () => test.simulator.stop();
});

/** Creates a paid charge of $30. */
async function charged(token = 'pm_card_visa'): Promise<Stripe.Charge> {
  const { latest_charge } = await stripe.paymentIntents.create({
    amount: 3_000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: token,
    confirm: true,
    expand: ['latest_charge'],
  });
  test.newEvents();
  return latest_charge as Stripe.Charge;
}

const moveOn = (seconds: number): void => test.simulator.moveClock(new Date((test.simulator.sandbox.now() + seconds) * 1_000));

/** Returns the types of an object's events, oldest first. */
const eventsOf = (id: string): string[] => {
  const events = test.simulator.store.list('event').toReversed();
  return events.filter(({ data }) => data.startsWith(`{"object":{"id":"${id}"`)).map(({ type }) => type);
};

describe('a refund', () => {
  it('gives back in parts until nothing is left', async () => {
    const { id: charge } = await charged();
    const first = await stripe.refunds.create({ charge, amount: 1_000, metadata: { operation: 'd-2' }, reason: 'requested_by_customer' });
    expect(first).toMatchObject({ amount: 1_000, status: 'succeeded', metadata: { operation: 'd-2' }, charge });
    expect(test.newEvents()).toEqual(['refund.created', 'charge.refunded']);
    await expect(stripe.refunds.create({ charge, amount: 2_001 })).rejects.toMatchObject({
      statusCode: 400,
      message: 'Refund amount ($20.01) is greater than unrefunded amount on charge ($20.00)',
    });
    await stripe.refunds.create({ charge });
    const after = await stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(after).toMatchObject({ amount_refunded: 3_000, refunded: true });
    expect(after.refunds?.data.map(({ amount }) => amount)).toEqual([2_000, 1_000]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await stripe.refunds.list({ charge })).data).toHaveLength(2);
    expect(await stripe.refunds.update(first.id, { metadata: { note: 'by hand' } })).toMatchObject({
      metadata: { operation: 'd-2', note: 'by hand' },
    });
  });

  it('has its money moved at once, and the bank’s reference seconds later', async () => {
    const { id: charge } = await charged();
    const refund = await stripe.refunds.create({ charge });
    const reference = (status: string) => ({ destination_details: { card: { reference_status: status } } });
    expect(refund).toMatchObject({ balance_transaction: expect.stringMatching(/^txn_/) as string, ...reference('pending') });
    moveOn(5);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded', ...reference('available') });
    expect(eventsOf(refund.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated']);
  });

  it('of a failed charge is refused', async () => {
    const failure: unknown = await charged('pm_card_visa_chargeDeclined').catch((error: unknown) => error);
    await expect(stripe.refunds.create({ charge: (failure as { charge: string }).charge })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ charge: 'ch_nothing' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
  });

  it('fails later, and the charge has its money again', async () => {
    const { id: charge } = await charged('pm_card_refundFail');
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe('succeeded');
    moveOn(60);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(test.newEvents()).toEqual(
      expect.arrayContaining(['refund.created', 'charge.refunded', 'refund.updated', 'refund.failed', 'charge.refund.updated']),
    );
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
  });

  it('is pending until the bank has done it', async () => {
    const { id: charge } = await charged('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ charge });
    expect(refund.status).toBe('pending');
    moveOn(60);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  });

  it('of a seeded charge works as any other', async () => {
    const { data } = await stripe.charges.list({ limit: 100 });
    const seeded = data.find(({ paid, payment_intent, customer }) => paid && payment_intent !== null && customer !== null);
    if (!seeded) throw new Error('No seeded charge is paid');
    expect(await stripe.refunds.create({ charge: seeded.id })).toMatchObject({ amount: seeded.amount, status: 'succeeded' });
    const intent = await stripe.paymentIntents.retrieve(idOf(seeded.payment_intent), { expand: ['latest_charge'] });
    expect(intent).toMatchObject({ status: 'succeeded', latest_charge: { id: seeded.id, refunded: true } });
  });
});

describe('a dispute', () => {
  const disputeOf = async (charge: string): Promise<Stripe.Dispute> => {
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    if (!dispute) throw new Error('Charge is not disputed');
    return dispute;
  };

  it('comes by itself after the charge, and stands in the way of a refund', async () => {
    const charge = await charged('pm_card_createDispute');
    const dispute = await disputeOf(charge.id);
    const told = test.simulator.store.list('event').toReversed();
    const money = told.filter(({ data }) => data.includes(charge.id)).map(({ type }) => type);
    expect(money.filter((type) => !type.endsWith('updated'))).toEqual([
      'charge.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'payment_intent.succeeded',
    ]);
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 3_000, payment_intent: charge.payment_intent });
    const due = new Date((dispute.evidence_details.due_by ?? 0) * 1_000).toISOString();
    expect(due).toBe(`${new Date((dispute.created + 8 * 86_400) * 1_000).toISOString().slice(0, 10)}T23:59:59.000Z`);
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: 'charge_disputed' });
  });

  it.each([
    ['winning_evidence', 'won', ['charge.dispute.funds_reinstated', 'charge.dispute.closed']],
    ['losing_evidence', 'lost', ['charge.dispute.closed']],
    ['a photograph of the car', 'under_review', []],
  ])('answered with %s is under review, and %s seconds later', async (text, status, events) => {
    const { id } = await disputeOf((await charged('pm_card_createDisputeProductNotReceived')).id);
    test.newEvents();
    const answered = await stripe.disputes.update(id, { evidence: { uncategorized_text: text } });
    expect(answered).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: text },
      evidence_details: { submission_count: 1 },
    });
    expect(test.newEvents()).toEqual(['charge.dispute.updated', 'charge.updated']);
    moveOn(5);
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ status, is_charge_refundable: status === 'won' });
    expect(test.newEvents().filter((type) => type.startsWith('charge.dispute'))).toEqual(events);
    await expect(stripe.disputes.update(id, { evidence: { uncategorized_text: 'more' } })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('keeps evidence that is not submitted yet, takes notes, and is given up', async () => {
    const charge = await charged();
    const stored = test.simulator.store.get('charge', charge.id);
    if (!stored) throw new Error('Charge not found');
    const { id } = openDispute(test.simulator.sandbox, stored, 'general');
    const staged = await stripe.disputes.update(id, { evidence: { customer_name: 'Zoë' }, submit: false, metadata: { collected: 'no' } });
    expect(staged).toMatchObject({
      status: 'needs_response',
      metadata: { collected: 'no' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
    await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('that only asks leaves the charge refundable', async () => {
    const { id: charge } = await charged('pm_card_createDisputeInquiry');
    expect(await disputeOf(charge)).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded' });
  });

  it('comes with the capture where the money was only held, and is lost by silence', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 700,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      payment_method: 'pm_card_createDispute',
      confirm: true,
    });
    expect((await stripe.disputes.list({ payment_intent: id })).data).toEqual([]);
    await stripe.paymentIntents.capture(id);
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data;
    moveOn(10 * 86_400);
    expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'lost', evidence_details: { past_due: true } });
  });
});
