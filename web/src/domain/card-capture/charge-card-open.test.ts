import { describe, expect, it } from 'vitest';
import { problemOf } from '../../lib/card-reader/card-error.ts';
import type { RequestOutcome, TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { actionsWith, approved, charge, charging, failure, state, success } from './charge-card.fixture.ts';
import type { PaymentActions } from './charge-card.ts';
import { scriptedCollector } from './collector.fixture.ts';
import type { PaymentState } from './decline-of.ts';

describe('an outcome that the reader cannot tell', () => {
  const silent = { kind: 'unclear', problem: problemOf('Stripe Not Ready to process Charge. Please try again', 'Lost') } as const;
  const after = (fetchPayment: TriggerResult<PaymentState>) =>
    charging(actionsWith([state('requires_payment_method'), fetchPayment], { collector: scriptedCollector([silent]) }));

  it('is the money, where the API finds it authorized', async () => {
    expect(await after(state('requires_capture'))).toEqual(approved);
  });

  it('is a decline, where the API finds one', async () => {
    const last_payment_error = { code: 'card_declined', decline_code: 'stolen_card', message: 'Declined' };
    expect(await after(state('requires_payment_method', { last_payment_error }))).toMatchObject({
      kind: 'declined',
      decline: { code: 'stolen_card' },
    });
  });

  it('is told as it came, where the API knows that nothing happened', async () => {
    expect(await after(state('requires_payment_method'))).toEqual({ kind: 'failed', problem: silent.problem });
  });

  it.each([
    ['the API cannot be reached', { error: failure(null, 'unreachable') }],
    ['Stripe cannot be reached', state('requires_payment_method', { stale: true })],
  ])('stays open while %s', async (_what, fetchPayment) => {
    expect(await after(fetchPayment)).toMatchObject({ kind: 'open' });
  });

  it('is open while the bank works on it, and known by a later look', async () => {
    const responses = [...Array<TriggerResult<PaymentState>>(11).fill(state('processing')), state('requires_capture')];
    const end = await charging(actionsWith(responses));
    expect(end).toMatchObject({ kind: 'open' });
    expect(end.kind === 'open' && (await end.check())).toEqual(approved);
  });
});

describe('an answer of the API that was lost', () => {
  it('on the capture is checked, and never called failed', async () => {
    const ends = [{ kind: 'open' } as const, success];
    const actions = actionsWith([state('requires_payment_method')], {
      capture: async () => ({ kind: 'unknown', failure: failure(null, 'unreachable') }),
      checkCapture: async () => ends.shift() as never,
    });
    const end = await charging(actions);
    const fetched = end.kind === 'open' ? await end.check() : end;
    expect(fetched).toMatchObject({ kind: 'open' });
    expect(fetched.kind === 'open' && (await fetched.check())).toEqual(approved);
  });

  it('on a capture that never arrived captures', async () => {
    const answers: RequestOutcome<never>[] = [{ kind: 'unknown', failure: failure(null, 'unreachable') }];
    const actions = actionsWith([state('requires_payment_method')], {
      capture: async () => answers.shift() ?? success,
      checkCapture: async () => ({ kind: 'never' }),
    });
    const end = await charging(actions);
    expect(end.kind === 'open' && (await end.check())).toEqual(approved);
  });

  it('on the beginning asks for no card, and lets the person try again', async () => {
    const collector = scriptedCollector([]);
    const actions = actionsWith([], {
      collector,
      begin: async () => ({ kind: 'unknown', failure: failure(503, 'stripe_unavailable') }),
      checkBegin: async () => ({ kind: 'never' }),
    });
    const end = await charging(actions);
    expect(end).toMatchObject({ kind: 'open' });
    expect(end.kind === 'open' && (await end.check())).toMatchObject({
      kind: 'failed',
      problem: { title: 'Stripe Not Ready to process Charge. Please try again' },
    });
    expect(collector.asked).toEqual([]);
  });
});

describe('a sale that another payment has charged', () => {
  const chargedBy = (payment: string) => ({
    ...failure(409, 'sale_charged', 'This sale was already charged'),
    details: { paymentIntent: payment },
  });
  const refusedBegin: Partial<PaymentActions> = { begin: async () => ({ kind: 'refused', failure: chargedBy('pi_other') }) };
  const charged = { kind: 'done', value: { paymentIntent: 'pi_other', charge, elsewhere: { amount: 1_300 } } };

  it('asks for no card: that payment is shown, with its own amount', async () => {
    const collector = scriptedCollector([]);
    const asked: string[] = [];
    const fetchPayment: PaymentActions['fetchPayment'] = async (id) => {
      asked.push(id);
      return state('succeeded', { id: 'pi_other', amount_received: 1_300, latest_charge: charge });
    };
    expect(await charging(actionsWith([], { ...refusedBegin, collector, fetchPayment }))).toEqual(charged);
    expect([asked, collector.asked]).toEqual([['pi_other'], []]);
  });

  it('while this card was read takes no money with it', async () => {
    const responses = [
      state('requires_payment_method'),
      state('succeeded', { id: 'pi_other', amount_received: 1_300, latest_charge: charge }),
    ];
    const actions = actionsWith(responses, { capture: async () => ({ kind: 'refused', failure: chargedBy('pi_other') }) });
    expect(await charging(actions)).toEqual(charged);
  });

  it.each(['requires_capture', 'processing'])('is not paid yet while that payment is %s', async (status) => {
    expect(await charging(actionsWith([state(status)], refusedBegin))).toMatchObject({
      kind: 'failed',
      problem: { title: 'Failed to setup payment -[Another payment for this sale is in progress. Try again when it finishes]' },
    });
  });

  it('is told in the server’s words where that payment cannot be looked at', async () => {
    const actions = actionsWith([{ error: failure(null, 'unreachable', 'Can’t reach the server') }], refusedBegin);
    expect(await charging(actions)).toMatchObject({
      kind: 'failed',
      problem: { title: 'Failed to setup payment -[This sale was already charged]' },
    });
  });
});
