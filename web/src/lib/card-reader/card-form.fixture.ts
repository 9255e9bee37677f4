import type { Stripe, StripeError } from '@stripe/stripe-js';
import type { CardError } from './card-error.ts';
import { CardForm } from './card-form.ts';

export interface ScriptedForm {
  form: CardForm;
  /** Updates sent to the fields, oldest first. */
  changes: object[];
  /** Client secrets of the intents that a card was sent for, oldest first. */
  sent: string[];
}

export const formFault = (type: StripeError['type'], more: Partial<StripeError> = {}): { error: StripeError } => ({
  error: { type, message: 'words', ...more },
});

const style = { color: '', placeholder: '', fontSize: '', fontFamily: '' };

/** A form whose script cannot be loaded. */
export function unloadedForm(error: CardError): CardForm {
  const load = async (): Promise<never> => {
    throw error;
  };
  return new CardForm({ load, style });
}

/** A form with scripted answers, in order; succeeds once they are used up. */
export function scriptedForm(answers: object[] = []): ScriptedForm {
  const changes: object[] = [];
  const sent: string[] = [];
  const card = {
    mount: () => undefined,
    on: () => undefined,
    update: (change: object) => void changes.push(change),
    destroy: () => undefined,
    focus: () => undefined,
  };
  const confirm = async (secret: string) => {
    sent.push(secret);
    return answers.shift() ?? {};
  };
  const stripe = { elements: () => ({ create: () => card }), confirmCardSetup: confirm, confirmCardPayment: confirm } as unknown as Stripe;
  const form = new CardForm({ load: async () => stripe, style });
  return { form, changes, sent };
}
