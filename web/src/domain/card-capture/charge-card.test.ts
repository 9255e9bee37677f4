import type { Charge } from '@washdesk/contracts/billing/charge';
import { describe, expect, it } from 'vitest';
import type { RequestOutcome, TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { CardAttempt } from '../../lib/card-reader/card-collector.ts';
import { plainDecline } from '../../lib/card-reader/card-collector.ts';
import { CardError, problemOf } from '../../lib/card-reader/card-error.ts';
import type { PaymentState } from './decline-of.ts';
import { chargeCardRun, type PaymentActions } from './charge-card.ts';
import { scriptedCollector } from './test-collector.ts';

const charge = { id: 'ch_1' } as Charge;
const attempt: CardAttempt = { report: () => undefined, signal: new AbortController().signal };
const done = <T>(data: T): RequestOutcome<T> => ({ kind: 'done', data });
const failure = (status: number | null, code: string, message = 'words'): CallFailure => ({ status, code, message, requestId: 'r-1' });
const state = (status: string, more: Partial<PaymentState> = {}): TriggerResult<PaymentState> => ({
  data: {
    id: 'pi_1',
    status,
    amount: 1_250,
    amount_received: 0,
    customer: null,
    description: null,
    latest_charge: null,
    last_payment_error: null,
    ...more,
  },
});
const success = done({
  result: 'Success' as const,
  paymentIntent: { id: 'pi_1', status: 'succeeded', amount: 1_250, latest_charge: charge },
});
const approved = { kind: 'done', value: { paymentIntent: 'pi_1', charge } };

/** The looks follow one another; the last one stays. */
function actionsWith(
  responses: TriggerResult<PaymentState>[],
  more: Partial<PaymentActions> = {},
): PaymentActions & { fetched: () => number } {
  let fetched = 0;
  return {
    collector: scriptedCollector([{ kind: 'done' }]),
    begin: async () => done({ id: 'pi_1', client_secret: 'pi_1_secret', status: 'requires_payment_method', mode: 'payment' as const }),
    checkBegin: async () => ({ kind: 'open' }),
    fetchPayment: async () => responses[Math.min(fetched++, responses.length - 1)] ?? {},
    fetchSetup: async () => ({ error: failure(404, 'setup_intent_not_found') }),
    capture: async () => success,
    checkCapture: async () => ({ kind: 'open' }),
    wait: async () => undefined,
    ...more,
    fetched: () => fetched,
  };
}

describe('a charge', () => {
  it('is approved when the reader has authorized it and its money is captured', async () => {
    const actions = actionsWith([state('requires_payment_method')]);
    expect(await chargeCardRun(actions)(attempt)).toEqual(approved);
  });

  it.each(['requires_capture', 'succeeded'])('that is %s already asks for no card again', async (status) => {
    const collector = scriptedCollector([]);
    const actions = actionsWith([state(status, { latest_charge: charge })], { collector });
    expect(await chargeCardRun(actions)(attempt)).toEqual(approved);
    expect(collector.asked).toEqual([]);
  });

  it('by a form is written down once its bank has paid', async () => {
    let written = 0;
    const actions = actionsWith([state('requires_payment_method'), state('processing'), state('succeeded', { latest_charge: charge })], {
      collector: scriptedCollector([{ kind: 'done' }], { reader: false }),
      capture: async () => {
        written += 1;
        return success;
      },
    });
    expect(await chargeCardRun(actions)(attempt)).toEqual(approved);
    expect(written).toBe(1);
  });

  it('that was cancelled meanwhile says so and asks for no card', async () => {
    const collector = scriptedCollector([]);
    expect(await chargeCardRun(actionsWith([state('canceled')], { collector }))(attempt)).toMatchObject({
      problem: { title: 'Failed to setup payment -[This payment was cancelled. Please charge again]' },
    });
    expect(collector.asked).toEqual([]);
  });

  it('ends silently when the collection is cancelled', async () => {
    const actions = actionsWith([state('requires_payment_method')], { collector: scriptedCollector([{ kind: 'canceled' }]) });
    expect(await chargeCardRun(actions)(attempt)).toEqual({ kind: 'canceled' });
  });

  it('begins nothing where no reader is found', async () => {
    let begun = 0;
    const actions = actionsWith([], {
      collector: scriptedCollector([], { errors: [new CardError('Failed to Find Reader')] }),
      begin: async () => {
        begun += 1;
        return { kind: 'refused', failure: failure(500, 'any') };
      },
    });
    expect(await chargeCardRun(actions)(attempt)).toEqual({ kind: 'failed', problem: problemOf('Failed to Find Reader') });
    expect(begun).toBe(0);
  });
});

describe('a declined card', () => {
  const outcome = {
    type: 'issuer_declined',
    reason: 'generic_decline',
    risk_level: 'normal',
    seller_message: 'The bank declined',
    network_status: null,
  };

  it('is told with reason, risk level and seller message, which only the API knows', async () => {
    const actions = actionsWith(
      [state('requires_payment_method'), state('requires_payment_method', { latest_charge: { ...charge, outcome } })],
      {
        collector: scriptedCollector([{ kind: 'declined', decline: plainDecline('generic_decline', 'Declined') }]),
      },
    );
    expect(await chargeCardRun(actions)(attempt)).toEqual({
      kind: 'declined',
      decline: {
        code: 'generic_decline',
        message: 'Declined',
        reason: 'generic_decline',
        riskLevel: 'normal',
        sellerMessage: 'The bank declined',
      },
    });
  });

  it('is told by code and message where the API cannot be asked', async () => {
    const actions = actionsWith([state('requires_payment_method'), { error: failure(null, 'unreachable') }], {
      collector: scriptedCollector([{ kind: 'declined', decline: plainDecline('lost_card', 'Declined') }]),
    });
    expect(await chargeCardRun(actions)(attempt)).toEqual({ kind: 'declined', decline: plainDecline('lost_card', 'Declined') });
  });

  it('at the capture is a decline too', async () => {
    const details = { declineCode: 'lost_card', reason: 'lost_card', riskLevel: 'elevated', sellerMessage: null };
    const actions = actionsWith([state('requires_payment_method')], {
      capture: async () => ({ kind: 'refused', failure: { ...failure(402, 'card_declined'), details } }),
    });
    expect(await chargeCardRun(actions)(attempt)).toMatchObject({
      kind: 'declined',
      decline: { reason: 'lost_card', riskLevel: 'elevated' },
    });
  });
});

describe('an outcome that the reader cannot tell', () => {
  const silent = { kind: 'unclear', problem: problemOf('Stripe Not Ready to process Charge. Please try again', 'Lost') } as const;
  const after = (fetchPayment: TriggerResult<PaymentState>) =>
    chargeCardRun(actionsWith([state('requires_payment_method'), fetchPayment], { collector: scriptedCollector([silent]) }))(attempt);

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
    const end = await chargeCardRun(actionsWith(responses))(attempt);
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
    const end = await chargeCardRun(actions)(attempt);
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
    const end = await chargeCardRun(actions)(attempt);
    expect(end.kind === 'open' && (await end.check())).toEqual(approved);
  });

  it('on the beginning asks for no card, and lets the person try again', async () => {
    const collector = scriptedCollector([]);
    const actions = actionsWith([], {
      collector,
      begin: async () => ({ kind: 'unknown', failure: failure(503, 'stripe_unavailable') }),
      checkBegin: async () => ({ kind: 'never' }),
    });
    const end = await chargeCardRun(actions)(attempt);
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
    ...failure(409, 'sale_charged', 'This sale has been charged already'),
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
    expect(await chargeCardRun(actionsWith([], { ...refusedBegin, collector, fetchPayment }))(attempt)).toEqual(charged);
    expect([asked, collector.asked]).toEqual([['pi_other'], []]);
  });

  it('while this card was read takes no money with it', async () => {
    const responses = [
      state('requires_payment_method'),
      state('succeeded', { id: 'pi_other', amount_received: 1_300, latest_charge: charge }),
    ];
    const actions = actionsWith(responses, { capture: async () => ({ kind: 'refused', failure: chargedBy('pi_other') }) });
    expect(await chargeCardRun(actions)(attempt)).toEqual(charged);
  });

  it.each(['requires_capture', 'processing'])('is not paid yet while that payment is %s', async (status) => {
    expect(await chargeCardRun(actionsWith([state(status)], refusedBegin))(attempt)).toMatchObject({
      kind: 'failed',
      problem: { title: 'Failed to setup payment -[Another payment of this sale is under way. Please try again when it has ended]' },
    });
  });

  it('is told in the server’s words where that payment cannot be looked at', async () => {
    const actions = actionsWith([{ error: failure(null, 'unreachable', 'The server cannot be reached') }], refusedBegin);
    expect(await chargeCardRun(actions)(attempt)).toMatchObject({
      kind: 'failed',
      problem: { title: 'Failed to setup payment -[This sale has been charged already]' },
    });
  });
});

it.each([
  [
    'the beginning',
    { begin: async () => ({ kind: 'refused', failure: failure(409, 'sale_charged', 'This sale has been charged already') }) },
    'Failed to setup payment -[This sale has been charged already]',
  ],
  [
    'a capture that is not ready',
    { capture: async () => ({ kind: 'refused', failure: failure(409, 'not_ready') }) },
    'Stripe Not Ready to process Charge. Please try again',
  ],
  ['a capture', { capture: async () => ({ kind: 'refused', failure: failure(409, 'payment_canceled') }) }, 'Error Capturing Card'],
] satisfies [string, Partial<PaymentActions>, string][])('tells of %s that the API refuses', async (_what, refusing, title) => {
  const end = await chargeCardRun(actionsWith([state('requires_payment_method')], refusing))(attempt);
  expect(end).toMatchObject({ kind: 'failed', problem: { title, requestId: 'r-1' } });
});

describe('up to 50 cents', () => {
  const begin: PaymentActions['begin'] = async () =>
    done({ id: 'seti_1', client_secret: 'seti_1_secret', status: 'requires_payment_method', mode: 'setup' });
  const savedSetup = (status: string) => ({
    data: { id: 'seti_1', status, payment_method: 'pm_1', card: { brand: 'visa', last4: '4242', fingerprint: 'f' } },
  });

  it('a card is kept and nothing charged', async () => {
    const responses = [savedSetup('requires_payment_method'), savedSetup('succeeded')];
    const actions = actionsWith([], { begin, fetchSetup: async () => responses.shift() ?? savedSetup('succeeded') });
    expect(await chargeCardRun(actions)(attempt)).toEqual({ kind: 'done', value: { paymentIntent: 'seti_1', charge: null } });
  });

  it('a card that is kept already is not asked for again', async () => {
    const collector = scriptedCollector([]);
    expect(
      await chargeCardRun(actionsWith([], { begin, collector, fetchSetup: async () => savedSetup('succeeded') }))(attempt),
    ).toMatchObject({
      kind: 'done',
    });
    expect(collector.asked).toEqual([]);
  });
});
