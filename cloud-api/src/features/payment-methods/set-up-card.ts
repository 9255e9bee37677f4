import { asked } from '../../deeds/provider-failures.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Payments } from '../../ports/payments.ts';

const notReusable = (): Failure =>
  new Failure(409, 'card_not_reusable', 'This card cannot be kept for later payments. Please use another card');

/**
 * The card that a setup intent brought: of a reader the one that Stripe generated, for the `card_present` one can never be charged online
 * (facts, "StripeTerminal"); of a form the one that was typed in.
 * @throws Failure 404 `setup_intent_not_found`, 409 `not_their_card`, `card_not_ready`, `card_not_reusable`
 */
export async function cardOfSetup(payments: Payments, id: string, customer: string): Promise<string> {
  const setup = await asked(payments.setupIntent(id));
  if (!setup) throw notFound('setup_intent_not_found', 'There is no such card set-up');
  if (setup.customer !== null && setup.customer !== customer)
    throw new Failure(409, 'not_their_card', 'This card was set up for another customer');
  if (setup.status !== 'succeeded') throw new Failure(409, 'card_not_ready', 'The card has not been taken yet. Please try again');
  if (setup.generated_card) return setup.generated_card;
  const typed = setup.payment_method ? await asked(payments.fetch('payment_method', setup.payment_method, 'interactive')) : null;
  if (!typed || typed.type === 'card_present') throw notReusable();
  return typed.id;
}
