import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments, SetupIntent } from '../../../ports/payments.ts';

const notReusable = (): Failure => new Failure(409, 'card_not_reusable', 'This card can’t be saved for future payments. Use another card');

export const unknownSetup = (): Failure => notFound('setup_intent_not_found', 'Card set-up not found');

/**
 * Returns the card that a setup intent saved; null if it cannot be charged. For a reader it is the card that Stripe generated, since the
 * `card_present` one cannot be charged online; for a form, the entered one.
 */
export async function savedCard(payments: Payments, { generated_card, payment_method }: SetupIntent): Promise<ProviderCard | null> {
  const id = generated_card ?? payment_method;
  const card = id ? await withProviderFailures(payments.fetch('payment_method', id, 'interactive')) : null;
  return card && card.type !== 'card_present' ? card : null;
}

/** @throws Failure 404 `setup_intent_not_found`, 409 `not_their_card`, `card_not_ready`, `card_not_reusable` */
export async function cardOfSetup(payments: Payments, id: string, customer: string): Promise<string> {
  const setup = await withProviderFailures(payments.setupIntent(id));
  if (!setup) throw unknownSetup();
  if (setup.customer !== null && setup.customer !== customer)
    throw new Failure(409, 'not_their_card', 'This card was set up for another customer');
  if (setup.status !== 'succeeded') throw new Failure(409, 'card_not_ready', 'The card hasn’t been captured yet. Try again');
  const card = setup.generated_card ?? (await savedCard(payments, setup))?.id;
  if (!card) throw notReusable();
  return card;
}
