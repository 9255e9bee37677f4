import { expiryOf, factsOf } from '../cards/card-facts.ts';
import { cardOfToken, type TestCard } from '../cards/test-cards.ts';
import { makeCard, makePaymentMethod, type PaymentMethodDetails, type PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { noSuchReference, StripeFault } from '../wire/errors.ts';

interface RequestedPaymentMethod {
  /** The id of a payment method, or a Stripe test token such as `pm_card_visa`. */
  id: string;
  customer: string | null;
  param?: string;
}

/** Returns a payment method that may be charged for this customer. A test token creates a new one on every use, as at Stripe. */
export function usableMethod(sandbox: Sandbox, { id, customer, param = 'payment_method' }: RequestedPaymentMethod): PaymentMethod {
  const method = sandbox.store.get('payment_method', id) ?? methodOfToken(sandbox, id);
  if (!method) throw noSuchReference('PaymentMethod', id, param);
  if (method.customer !== null && method.customer !== customer) throw ofAnotherCustomer(method.id, customer);
  if (method.type === 'card_present') {
    throw new StripeFault(400, 'PaymentMethods of type `card_present` can only be used once, on the reader that read the card.', { param });
  }
  return method;
}

function ofAnotherCustomer(id: string, customer: string | null): StripeFault {
  const message = customer
    ? `The provided PaymentMethod (${id}) belongs to another customer. Please attach it to the customer ${customer} first.`
    : `The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.`;
  return new StripeFault(400, message, { param: 'payment_method' });
}

/** Stores and returns the new payment method of a test token; undefined for anything else. */
export function methodOfToken(sandbox: Sandbox, token: string): PaymentMethod | undefined {
  const made = token === 'pm_link' ? makeLink(sandbox) : ofTestCard(sandbox, cardOfToken(token));
  if (made) sandbox.store.put(made);
  return made;
}

function makeLink(sandbox: Sandbox): PaymentMethod {
  return makePaymentMethod({
    id: sandbox.newId('pm'),
    created: sandbox.now(),
    details: { type: 'link', link: { email: null } },
    behaviour: 'succeeds',
  });
}

function ofTestCard(sandbox: Sandbox, card: TestCard | undefined): PaymentMethod | undefined {
  if (!card) return undefined;
  const details: PaymentMethodDetails = { type: 'card', card: makeCard(factsOf(card, expiryOf(sandbox.now()))) };
  return makePaymentMethod({ id: sandbox.newId('pm'), created: sandbox.now(), details, behaviour: card.behaviour });
}
