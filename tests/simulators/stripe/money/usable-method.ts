import { expiryOf, factsOf } from '../cards/card-facts.ts';
import { cardOfToken, type TestCard } from '../cards/test-cards.ts';
import { makeCard, makePaymentMethod, type Means, type PaymentMethod } from '../objects/payment-method.ts';
import { noSuchReference, StripeFault } from '../wire/errors.ts';
import type { World } from '../world.ts';

interface Wanted {
  /** Of a payment method, or one of Stripe's test tokens such as `pm_card_visa`. */
  id: string;
  customer: string | null;
  param?: string;
}

/** A payment method that this customer may be charged with. A test token becomes a new one, as each use of it does at Stripe. */
export function usableMethod(world: World, { id, customer, param = 'payment_method' }: Wanted): PaymentMethod {
  const method = world.store.get('payment_method', id) ?? methodOfToken(world, id);
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

/** The new payment method of a test token, already stored; undefined for what is no token. */
export function methodOfToken(world: World, token: string): PaymentMethod | undefined {
  const made = token === 'pm_link' ? makeLink(world) : ofTestCard(world, cardOfToken(token));
  if (made) world.store.put(made);
  return made;
}

function makeLink(world: World): PaymentMethod {
  return makePaymentMethod({
    id: world.newId('pm'),
    created: world.now(),
    means: { type: 'link', link: { email: null } },
    behaviour: 'succeeds',
  });
}

function ofTestCard(world: World, card: TestCard | undefined): PaymentMethod | undefined {
  if (!card) return undefined;
  const means: Means = { type: 'card', card: makeCard(factsOf(card, expiryOf(world.now()))) };
  return makePaymentMethod({ id: world.newId('pm'), created: world.now(), means, behaviour: card.behaviour });
}
