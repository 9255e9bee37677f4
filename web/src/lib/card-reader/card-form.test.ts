import type { Stripe, StripeError } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { CardForm } from './card-form.ts';
import type { CardAct } from './card-taker.ts';

const intent = { id: 'seti_1', secret: 'seti_1_secret' };
const fault = (type: StripeError['type'], more: Partial<StripeError> = {}): { error: StripeError } => ({
  error: { type, message: 'words', ...more },
});

/** The form as Stripe's script draws it, as far as its answers go; whenever the card is asked for, a person submits it. */
async function typedInto(answers: object[]) {
  const told: (string | undefined)[] = [];
  const changes: object[] = [];
  const card = {
    mount: () => undefined,
    on: () => undefined,
    update: (change: object) => void changes.push(change),
    destroy: () => undefined,
    focus: () => undefined,
  };
  const confirm = async () => answers.shift() ?? {};
  const stripe = { elements: () => ({ create: () => card }), confirmCardSetup: confirm, confirmCardPayment: confirm } as unknown as Stripe;
  const form = new CardForm({ load: async () => stripe, style: { color: '', placeholder: '', fontSize: '', fontFamily: '' } });
  const act: CardAct = {
    tell: (step, complaint) => {
      told.push(complaint ?? step);
      if (step === 'card') queueMicrotask(() => form.submit());
    },
    signal: new AbortController().signal,
  };
  await form.prepare(act);
  const unmount = form.mount({} as HTMLElement, () => undefined);
  return { form, act, told, changes, unmount };
}

describe('the card form', () => {
  it('sends what was typed when it is submitted', async () => {
    const { form, act, told } = await typedInto([{}]);
    expect(await form.keepCard(intent, act)).toEqual({ kind: 'done' });
    expect(told).toEqual(['preparing', 'card', 'processing']);
  });

  it('says what is missing and asks again', async () => {
    const { form, act, told, changes } = await typedInto([fault('validation_error', { message: 'Your card number is incomplete.' }), {}]);
    expect(await form.takePayment(intent, act)).toEqual({ kind: 'done' });
    expect(told).toEqual(['preparing', 'card', 'processing', 'Your card number is incomplete.', 'processing']);
    expect(changes).toEqual([{ disabled: true }, { disabled: false }, { disabled: true }]);
  });

  it.each([
    ['the bank', fault('card_error', { code: 'card_declined', decline_code: 'lost_card' }), 'lost_card'],
    [
      'the cardholder',
      fault('invalid_request_error', { code: 'setup_intent_authentication_failure' }),
      'setup_intent_authentication_failure',
    ],
  ])('is declined by %s', async (_who, answer, code) => {
    const { form, act } = await typedInto([answer]);
    expect(await form.keepCard(intent, act)).toMatchObject({ kind: 'declined', decline: { code, message: 'words' } });
  });

  it('leaves it to the API what became of an answer that did not come', async () => {
    const lost = () => fault('api_connection_error');
    const kept = await typedInto([lost()]);
    expect(await kept.form.keepCard(intent, kept.act)).toMatchObject({ kind: 'unclear', problem: { title: 'Failed to Confirm Intent' } });
    const paid = await typedInto([lost()]);
    expect(await paid.form.takePayment(intent, paid.act)).toMatchObject({
      kind: 'unclear',
      problem: { title: 'Stripe Not Ready to process Charge. Please try again' },
    });
  });

  it('sends nothing when the person gives up', async () => {
    const { form, act, told } = await typedInto([]);
    expect(await form.keepCard(intent, { ...act, signal: AbortSignal.abort() })).toEqual({ kind: 'canceled' });
    expect(told).not.toContain('processing');
  });
});
