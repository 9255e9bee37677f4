import { describe, expect, it } from 'vitest';
import { plainDecline } from '../../lib/card-reader/card-collector.ts';
import { CardError, problemOf } from '../../lib/card-reader/card-error.ts';
import { actionsWith, approved, charge, charging, done, failure, state, success } from './charge-card.fixture.ts';
import type { PaymentActions } from './charge-card.ts';
import { scriptedCollector } from './collector.fixture.ts';

describe('a charge', () => {
  it('is approved when the reader has authorized it and its money is captured', async () => {
    const actions = actionsWith([state('requires_payment_method')]);
    expect(await charging(actions)).toEqual(approved);
  });

  it.each(['requires_capture', 'succeeded'])('that is %s already asks for no card again', async (status) => {
    const collector = scriptedCollector([]);
    const actions = actionsWith([state(status, { latest_charge: charge })], { collector });
    expect(await charging(actions)).toEqual(approved);
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
    expect(await charging(actions)).toEqual(approved);
    expect(written).toBe(1);
  });

  it('that was cancelled meanwhile says so and asks for no card', async () => {
    const collector = scriptedCollector([]);
    expect(await charging(actionsWith([state('canceled')], { collector }))).toMatchObject({
      problem: { title: 'Failed to setup payment -[This payment was canceled. Charge again]' },
    });
    expect(collector.asked).toEqual([]);
  });

  it('ends silently when the collection is cancelled', async () => {
    const actions = actionsWith([state('requires_payment_method')], { collector: scriptedCollector([{ kind: 'canceled' }]) });
    expect(await charging(actions)).toEqual({ kind: 'canceled' });
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
    expect(await charging(actions)).toEqual({ kind: 'failed', problem: problemOf('Failed to Find Reader') });
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
    expect(await charging(actions)).toEqual({
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
    expect(await charging(actions)).toEqual({ kind: 'declined', decline: plainDecline('lost_card', 'Declined') });
  });

  it('at the capture is a decline too', async () => {
    const details = { declineCode: 'lost_card', reason: 'lost_card', riskLevel: 'elevated', sellerMessage: null };
    const actions = actionsWith([state('requires_payment_method')], {
      capture: async () => ({ kind: 'refused', failure: { ...failure(402, 'card_declined'), details } }),
    });
    expect(await charging(actions)).toMatchObject({
      kind: 'declined',
      decline: { reason: 'lost_card', riskLevel: 'elevated' },
    });
  });
});

it.each([
  [
    'the beginning',
    { begin: async () => ({ kind: 'refused', failure: failure(409, 'sale_charged', 'This sale was already charged') }) },
    'Failed to setup payment -[This sale was already charged]',
  ],
  [
    'a capture that is not ready',
    { capture: async () => ({ kind: 'refused', failure: failure(409, 'not_ready') }) },
    'Stripe Not Ready to process Charge. Please try again',
  ],
  ['a capture', { capture: async () => ({ kind: 'refused', failure: failure(409, 'payment_canceled') }) }, 'Error Capturing Card'],
] satisfies [string, Partial<PaymentActions>, string][])('tells of %s that the API refuses', async (_what, refusing, title) => {
  const end = await charging(actionsWith([state('requires_payment_method')], refusing));
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
    expect(await charging(actions)).toEqual({ kind: 'done', value: { paymentIntent: 'seti_1', charge: null } });
  });

  it('a card that is kept already is not asked for again', async () => {
    const collector = scriptedCollector([]);
    expect(await charging(actionsWith([], { begin, collector, fetchSetup: async () => savedSetup('succeeded') }))).toMatchObject({
      kind: 'done',
    });
    expect(collector.asked).toEqual([]);
  });
});
