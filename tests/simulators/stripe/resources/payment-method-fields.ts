import type { BehaviourName } from '../cards/behaviours.ts';
import { factsOf } from '../cards/card-facts.ts';
import { expiryFrom, typedCard } from '../cards/card-input.ts';
import {
  makeBillingDetails,
  makeCard,
  makePaymentMethod,
  type BillingDetails,
  type PaymentMethodDetails,
  type PaymentMethod,
} from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import { addressFrom, textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

export const createFields = ['type', 'card', 'link', 'billing_details', 'metadata', 'allow_redisplay'];
export const updateFields = ['card', 'billing_details', 'metadata', 'allow_redisplay'];

const redisplays = ['always', 'limited', 'unspecified'] as const;

/** Creates a card by its number or a Link account by its e-mail, without a customer. */
export function createMethod(sandbox: Sandbox, input: Input): PaymentMethod {
  const billingDetails = billingDetailsFrom(input, makeBillingDetails());
  const { details, behaviour } = detailsFrom(sandbox, input, billingDetails);
  const method = makePaymentMethod({
    id: sandbox.newId('pm'),
    created: sandbox.now(),
    details,
    behaviour,
    billingDetails,
    metadata: mergedMetadata({}, input),
    allowRedisplay: input.choice('allow_redisplay', redisplays) ?? 'unspecified',
  });
  sandbox.store.put(method);
  return method;
}

function detailsFrom(
  sandbox: Sandbox,
  input: Input,
  { email }: BillingDetails,
): { details: PaymentMethodDetails; behaviour: BehaviourName } {
  const type = input.choice('type', ['card', 'link']);
  if (type === undefined) throw missingParameter('type');
  if (type === 'link') return { details: { type, link: { email } }, behaviour: 'succeeds' };
  const sent = input.object('card');
  if (!sent) throw missingParameter('card');
  const { card, expiry } = typedCard(sent, sandbox.now());
  return { details: { type, card: makeCard(factsOf(card, expiry)) }, behaviour: card.behaviour };
}

function billingDetailsFrom(input: Input, existing: BillingDetails): BillingDetails {
  const sent = input.object('billing_details');
  if (!sent) return existing;
  sent.allowOnly(['address', 'email', 'name', 'phone']);
  const address = sent.object('address');
  return {
    ...existing,
    address: address ? addressFrom(address, existing.address) : existing.address,
    email: textOrNull(sent.text('email'), existing.email),
    name: textOrNull(sent.text('name'), existing.name),
    phone: textOrNull(sent.text('phone'), existing.phone),
  };
}

/** Changes an attached payment method only: a card's expiry, the billing details and the metadata. */
export function changedMethod(method: PaymentMethod, input: Input, sandbox: Sandbox): PaymentMethod {
  if (method.customer === null) {
    throw invalidParameter('payment_method', 'You must save this PaymentMethod to a customer before you can update it.');
  }
  const common = {
    allow_redisplay: input.choice('allow_redisplay', redisplays) ?? method.allow_redisplay,
    billing_details: billingDetailsFrom(input, method.billing_details),
    metadata: mergedMetadata(method.metadata, input),
  };
  const sent = input.object('card');
  if (!sent || method.type !== 'card') return { ...method, ...common };
  sent.allowOnly(['exp_month', 'exp_year']);
  const { expMonth, expYear } = expiryFrom(sent, sandbox.now());
  return { ...method, ...common, card: { ...method.card, exp_month: expMonth, exp_year: expYear } };
}
