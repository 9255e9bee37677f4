import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stripe } from 'stripe';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestStripe, type TestStripe } from './stripe.fixture.ts';

let test: TestStripe;
let stripe: Stripe;

beforeAll(async () => {
  test = await startTestStripe();
  stripe = test.stripe;
  return () => test.simulator.stop();
});

const online = { currency: 'usd', allowed_payment_method_types: ['card'] };

/** Authorizes $20 without capturing it. */
async function held(): Promise<Stripe.PaymentIntent> {
  test.newEvents();
  return stripe.paymentIntents.create({
    ...online,
    amount: 2_000,
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge'],
  });
}

const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge => intent.latest_charge as Stripe.Charge;

describe('money that is only held', () => {
  it('is taken by a capture', async () => {
    const intent = await held();
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 2_000, amount_received: 0 });
    expect(chargeOf(intent)).toMatchObject({ captured: false, paid: true, amount_captured: 0, status: 'succeeded' });
    const captured = await stripe.paymentIntents.capture(intent.id, { expand: ['latest_charge'] });
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 2_000 });
    expect(chargeOf(captured)).toMatchObject({ captured: true, amount_captured: 2_000 });
    expect(test.newEvents().slice(2)).toEqual(['payment_intent.amount_capturable_updated', 'charge.captured', 'payment_intent.succeeded']);
    await expect(stripe.paymentIntents.capture(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('is taken in part, never beyond', async () => {
    const intent = await held();
    await expect(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2_001 })).rejects.toMatchObject({
      code: 'amount_too_large',
    });
    const captured = await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1_500 });
    expect(captured).toMatchObject({ amount: 2_000, amount_received: 1_500, status: 'succeeded' });
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 1_501 })).rejects.toMatchObject({ param: 'amount' });
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 1_500 });
  });

  it('is let go by a cancellation', async () => {
    const intent = await held();
    await expect(stripe.refunds.create({ charge: chargeOf(intent).id })).rejects.toMatchObject({ statusCode: 400 });
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned', expand: ['latest_charge'] });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', amount_capturable: 0 });
    expect(chargeOf(canceled)).toMatchObject({ captured: false, refunded: true, amount_refunded: 2_000 });
  });

  it('is let go by the clock after a week', async () => {
    const intent = await held();
    const before = chargeOf(intent).payment_method_details?.card?.capture_before ?? 0;
    expect(before - chargeOf(intent).created).toBe(7 * 86_400);
    test.simulator.moveClock(new Date((before - 1) * 1_000));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_capture' });
    test.simulator.moveClock(new Date((before + 60) * 1_000));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
      canceled_at: before,
    });
  });

  it('is let go by the clock even after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-holds-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stateFile = join(folder, 'state.jsonl');
    const before = await startTestStripe({ stateFile });
    const params = { ...online, amount: 900, capture_method: 'manual' as const, payment_method: 'pm_card_visa', confirm: true };
    const { id } = await before.stripe.paymentIntents.create(params);
    await before.simulator.stop();
    const after = await startTestStripe({ stateFile });
    onTestFinished(() => after.simulator.stop());
    expect(await after.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' });
    after.simulator.moveClock(new Date((after.simulator.sandbox.now() + 8 * 86_400) * 1_000));
    expect(await after.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' });
  });
});
