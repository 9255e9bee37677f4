import { describe, expect, it } from 'vitest';
import type { ProviderDispute } from '@washdesk/cloud-api/common/provider-objects';
import { CardDeclined, PaymentsRefused, type NewPaymentIntent } from '@washdesk/cloud-api/ports/payments';
import { until } from '@washdesk/test-support/until';
import { useHarness } from './harness.ts';

const harness = useHarness();

/** @param card the rest of `pm_card_…` */
async function cardPayment(card: string, amount = 2_500): Promise<NewPaymentIntent & { customer: string }> {
  const customer = await harness().customer();
  const { id } = await harness().payments.attachPaymentMethod(harness().step(), `pm_card_${card}`, customer);
  return { amount, customer, description: 'Recovery', metadata: { site: '12' }, how: { kind: 'card', paymentMethod: id } };
}

async function chargedBy(card: string, amount = 2_500): Promise<string> {
  const intent = await harness().payments.createPaymentIntent(harness().step(), await cardPayment(card, amount));
  if (!intent.latest_charge) throw new Error(`${intent.id} has no charge`);
  return intent.latest_charge;
}

const charge = async (id: string) => harness().payments.fetch('charge', id, 'interactive');

describe('a charge on a reader', () => {
  const wanted = { amount: 1_250, customer: null, description: 'Wash', metadata: {}, how: { kind: 'reader' } } as const;

  it('is held by the tap and taken by the capture, once', async () => {
    const { payments } = harness();
    const reader = await harness().reader();
    const intent = await payments.createPaymentIntent(harness().step(), wanted);
    expect(intent).toMatchObject({ status: 'requires_payment_method', capture_method: 'manual', amount_received: 0 });
    await harness().tap(reader, intent.id);
    expect(await payments.fetch('payment_intent', intent.id, 'interactive')).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 1_250,
    });

    const step = harness().step();
    const captured = await payments.capturePaymentIntent(step, intent.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1_250, amount_capturable: 0 });
    expect(await payments.capturePaymentIntent(step, intent.id)).toEqual(captured);
    expect(await charge(captured.latest_charge ?? '')).toMatchObject({
      amount_captured: 1_250,
      captured: true,
      payment_method_details: { type: 'card_present', card_present: { brand: 'visa', last4: '4242' } },
    });
  });

  it('can be given up after the tap', async () => {
    const { payments } = harness();
    const reader = await harness().reader();
    const intent = await payments.createPaymentIntent(harness().step(), wanted);
    await harness().tap(reader, intent.id);
    expect(await payments.cancelPaymentIntent(harness().step(), intent.id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  it('whose reader fails is held by a typed card and taken by the capture; the reader can do nothing more with it', async () => {
    const { payments, stripe } = harness();
    const intent = await payments.createPaymentIntent(harness().step(), wanted);
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    await expect(harness().tap(await harness().reader(), intent.id)).rejects.toMatchObject({ code: expect.stringMatching(/state/) });
    const captured = await payments.capturePaymentIntent(harness().step(), intent.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
    expect(await charge(captured.latest_charge ?? '')).toMatchObject({ amount_captured: 1_250, payment_method_details: { type: 'card' } });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });

  it('that declines waits for another card', async () => {
    const { payments } = harness();
    const reader = await harness().reader();
    const intent = await payments.createPaymentIntent(harness().step(), wanted);
    await harness().tap(reader, intent.id, '4000000000009995');
    expect(await payments.fetch('payment_intent', intent.id, 'interactive')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    await harness().tap(reader, intent.id);
    expect(await payments.fetch('payment_intent', intent.id, 'interactive')).toMatchObject({ status: 'requires_capture' });
  });
});

describe('a stored card charged without its owner', () => {
  it('pays once, however often the step is repeated', async () => {
    const wanted = await cardPayment('visa');
    const step = harness().step();
    const paid = await harness().payments.createPaymentIntent(step, wanted);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_500, metadata: { site: '12', operation: step.operation } });
    expect((await harness().payments.createPaymentIntent(step, wanted)).id).toBe(paid.id);
    expect(await harness().payments.findByOperation('payment_intent', { customer: wanted.customer }, step.operation)).toMatchObject({
      id: paid.id,
    });
    expect(await charge(paid.latest_charge ?? '')).toMatchObject({ status: 'succeeded', outcome: { type: 'authorized' } });
  });

  it('says why the bank declines, also when asked again', async () => {
    const wanted = await cardPayment('chargeCustomerFail');
    const step = harness().step();
    const outcome = expect.objectContaining({ type: 'issuer_declined', seller_message: expect.any(String) as string });
    for (let times = 0; times < 2; times += 1) {
      const declined = harness().payments.createPaymentIntent(step, wanted);
      await expect(declined).rejects.toBeInstanceOf(CardDeclined);
      await expect(declined).rejects.toMatchObject({
        decline: { code: 'card_declined', declineCode: 'generic_decline', outcome, paymentIntent: expect.stringMatching(/^pi_/) },
      });
    }
  });

  it('refuses less than 50 cents', async () => {
    const tooLittle = harness().payments.createPaymentIntent(harness().step(), await cardPayment('visa', 49));
    await expect(tooLittle).rejects.toBeInstanceOf(PaymentsRefused);
    await expect(tooLittle).rejects.toMatchObject({ code: 'amount_too_small' });
  });
});

describe('a refund', () => {
  it('gives back part, then the rest, and never more', async () => {
    const { payments } = harness();
    const paid = await chargedBy('visa');
    const step = harness().step();
    const part = await payments.refund(step, { charge: paid, amount: 1_000, metadata: { reason: 'rain' } });
    expect(part).toMatchObject({
      status: 'succeeded',
      amount: 1_000,
      charge: paid,
      metadata: { reason: 'rain', operation: step.operation },
    });
    expect((await payments.refund(step, { charge: paid, amount: 1_000, metadata: { reason: 'rain' } })).id).toBe(part.id);
    await expect(payments.refund(harness().step(), { charge: paid, amount: 1_501, metadata: {} })).rejects.toBeInstanceOf(PaymentsRefused);

    const rest = await payments.refund(harness().step(), { charge: paid, amount: 1_500, metadata: {} });
    expect((await payments.refundsOf(paid, 'interactive')).map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(await charge(paid)).toMatchObject({ amount_refunded: 2_500, refunded: true });
    await expect(payments.refund(harness().step(), { charge: paid, amount: 1, metadata: {} })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('that the bank sends back is failed in the end', async () => {
    const paid = await chargedBy('refundFail');
    const { id } = await harness().payments.refund(harness().step(), { charge: paid, amount: 2_500, metadata: {} });
    const failed = async () => {
      const refund = await harness().payments.fetch('refund', id, 'interactive');
      return refund?.status === 'failed' ? refund : null;
    };
    // The simulator's clock must move; at Stripe it takes seconds, independent of our clock.
    await harness().timeline();
    expect(await until('the refund fails', failed)).toMatchObject({ id, amount: 2_500, charge: paid });
  });
});

/** Returns the dispute of a charge, as soon as it is listed. */
const disputeOf = (paid: string): Promise<ProviderDispute> =>
  until('the dispute is there', async () => {
    for await (const disputes of harness().payments.list('dispute', () => Promise.resolve())) {
      const found = disputes.find((dispute) => dispute.charge === paid);
      if (found) return found;
    }
    return null;
  });

describe('a dispute', () => {
  const verdicts = [
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
  ] as const;

  it.each(verdicts)('with %s is %s', async (evidence, status) => {
    const { payments } = harness();
    const paid = await chargedBy('createDispute');
    const dispute = await disputeOf(paid);
    expect(dispute).toMatchObject({ amount: 2_500, status: 'needs_response', evidence_details: { due_by: expect.any(Number) as number } });
    expect(await charge(paid)).toMatchObject({ disputed: true });

    await payments.updateDispute(harness().step(), dispute.id, { evidence, metadata: { note: 'seen' } });
    const decided = async () => {
      const now = await payments.fetch('dispute', dispute.id, 'interactive');
      return now?.status === status ? now : null;
    };
    expect(await until(`the dispute is ${status}`, decided)).toMatchObject({ metadata: { note: 'seen' } });
  });

  it('takes a pack of evidence that waits, and hands it in once it is told to', async () => {
    const { payments } = harness();
    const paid = await chargedBy('createDispute');
    const { id } = await disputeOf(paid);
    const file = await payments.uploadEvidence('evidence.pdf', Buffer.from('%PDF-1.3\n%%EOF\n'));
    const texts = { customer_name: 'Ada Moore', uncategorized_text: 'She signed\nand washed.' };
    const stored = await payments.storeEvidence(harness().step(), id, { texts, file, metadata: { evidencepack: 'one' } });
    expect(stored).toMatchObject({
      status: 'needs_response',
      evidence: { uncategorized_text: texts.uncategorized_text },
      evidence_details: { has_evidence: true, submission_count: 0 },
      metadata: { evidencepack: 'one' },
    });
    const emptied = { texts: { ...texts, uncategorized_text: '' }, file, metadata: { evidencepack: 'two' } };
    expect(await payments.storeEvidence(harness().step(), id, emptied)).toMatchObject({ evidence: { uncategorized_text: null } });
    expect(await payments.submitEvidence(harness().step(), id)).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
    });
  });

  it.each([
    ['contestDispute', 'won'],
    ['concedeDispute', 'lost'],
  ] as const)('by %s is %s with a test key', async (call, status) => {
    const { payments } = harness();
    const paid = await chargedBy('createDispute');
    const { id } = await disputeOf(paid);
    await payments[call](harness().step(), id);
    const decided = async () => ((await payments.fetch('dispute', id, 'interactive'))?.status === status ? true : null);
    expect(await until(`the dispute is ${status}`, decided)).toBe(true);
  });
});
