import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { StripeFault } from '../wire/errors.ts';

type Verb = 'confirm' | 'cancel' | 'capture';

const wanted: Record<Verb, readonly string[]> = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  cancel: ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'],
  capture: ['requires_capture'],
};

const past: Record<Verb, string> = { confirm: 'confirmed', cancel: 'canceled', capture: 'captured' };

/** Throws if the intent's state does not allow the action. @throws StripeFault 400 with the intent */
export function refuseUnexpectedState(sandbox: Sandbox, intent: PaymentIntent, verb: Verb): void {
  if (wanted[verb].includes(intent.status)) return;
  throw new StripeFault(400, messageFor(intent, verb), {
    code: 'payment_intent_unexpected_state',
    objects: { payment_intent: wireCopy(sandbox.store, intent) },
  });
}

function messageFor({ status }: PaymentIntent, verb: Verb): string {
  if (verb === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
  }
  const allowed = `Only a PaymentIntent with one of the following statuses may be ${past[verb]}: ${wanted[verb].join(', ')}.`;
  return verb === 'capture'
    ? `This PaymentIntent could not be captured because it has a status of ${status}. ${allowed}`
    : `You cannot ${verb} this PaymentIntent because it has a status of ${status}. ${allowed}`;
}
