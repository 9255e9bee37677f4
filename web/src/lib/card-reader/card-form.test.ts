import { describe, expect, it } from 'vitest';
import type { CardAttempt } from './card-collector.ts';
import { formFault, scriptedForm } from './card-form.fixture.ts';

const intent = { id: 'seti_1', secret: 'seti_1_secret' };
/** Submits whenever the card is requested. */
async function typedInto(answers: object[]) {
  const reported: (string | undefined)[] = [];
  const { form, changes } = scriptedForm(answers);
  const attempt: CardAttempt = {
    report: (step, complaint) => {
      reported.push(complaint ?? step);
      if (step === 'card') queueMicrotask(() => form.submit());
    },
    signal: new AbortController().signal,
    takeOver: false,
  };
  await form.prepare(attempt);
  const unmount = form.mount({} as HTMLElement, () => undefined);
  return { form, attempt, reported, changes, unmount };
}

describe('the card form', () => {
  it('sends what was typed when it is submitted', async () => {
    const { form, attempt, reported } = await typedInto([{}]);
    expect(await form.saveCard(intent, attempt)).toEqual({ kind: 'done' });
    expect(reported).toEqual(['preparing', 'card', 'processing']);
  });

  it('says what is missing and asks again', async () => {
    const { form, attempt, reported, changes } = await typedInto([
      formFault('validation_error', { message: 'Your card number is incomplete.' }),
      {},
    ]);
    expect(await form.authorizePayment(intent, attempt)).toEqual({ kind: 'done' });
    expect(reported).toEqual(['preparing', 'card', 'processing', 'Your card number is incomplete.', 'processing']);
    expect(changes).toEqual([{ disabled: true }, { disabled: false }, { disabled: true }]);
  });

  it.each([
    ['the bank', formFault('card_error', { code: 'card_declined', decline_code: 'lost_card' }), 'lost_card'],
    [
      'the cardholder',
      formFault('invalid_request_error', { code: 'setup_intent_authentication_failure' }),
      'setup_intent_authentication_failure',
    ],
  ])('is declined by %s', async (_who, answer, code) => {
    const { form, attempt } = await typedInto([answer]);
    expect(await form.saveCard(intent, attempt)).toMatchObject({ kind: 'declined', decline: { code, message: 'words' } });
  });

  it('leaves it to the API what became of an answer that did not come', async () => {
    const lost = () => formFault('api_connection_error');
    const kept = await typedInto([lost()]);
    expect(await kept.form.saveCard(intent, kept.attempt)).toMatchObject({
      kind: 'unclear',
      problem: { title: 'Failed to Confirm Intent' },
    });
    const paid = await typedInto([lost()]);
    expect(await paid.form.authorizePayment(intent, paid.attempt)).toMatchObject({
      kind: 'unclear',
      problem: { title: 'Stripe Not Ready to process Charge. Please try again' },
    });
  });

  it('sends nothing when the person gives up', async () => {
    const { form, attempt, reported } = await typedInto([]);
    expect(await form.saveCard(intent, { ...attempt, signal: AbortSignal.abort() })).toEqual({ kind: 'canceled' });
    expect(reported).not.toContain('processing');
  });
});
