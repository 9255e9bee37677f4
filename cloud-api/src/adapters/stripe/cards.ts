import type { Stripe } from 'stripe';
import type { PaymentsReader, PaymentsWriter, SetupIntent } from '../../ports/payments.ts';
import { canonical, canonicalList, idOf, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors, orExisting } from './requests/errors.ts';
import { idempotencyKeyOf, findOfOperation, operationMetadata } from './requests/step-key.ts';

/** More cards than any customer has. */
const mostCards = 1_000;

const withAttempt = { expand: ['latest_attempt'] };

/** A card read by a reader cannot be charged online; the card that Stripe generates from it can. */
function generatedCardOf({ latest_attempt: attempt }: Stripe.SetupIntent): string | null {
  if (typeof attempt === 'string') return null;
  return idOf(attempt?.payment_method_details.card_present?.generated_card);
}

const asSetupIntent = (intent: Stripe.SetupIntent): SetupIntent => ({
  id: intent.id,
  status: intent.status,
  client_secret: intent.client_secret,
  customer: idOf(intent.customer),
  payment_method: idOf(intent.payment_method),
  generated_card: generatedCardOf(intent),
  created: intent.created,
  metadata: intent.metadata ?? {},
});

type Cards = Pick<PaymentsReader, 'paymentMethodsOf' | 'setupIntent' | 'setupIntentMadeBy'> &
  Pick<PaymentsWriter, 'attachPaymentMethod' | 'detachPaymentMethod' | 'createSetupIntent'>;

export function cards(connections: Connections): Cards {
  const { paymentMethods, setupIntents } = connections.interactive;

  /** Returns the card if it belongs to that customer or to none. */
  const heldBy = async (id: string, customer: string | null) => {
    const found = await nullIfMissing(canonical('payment_method', paymentMethods.retrieve(id, expandOfObject('payment_method'))));
    return found && (found.customer ?? null) === customer ? found : null;
  };

  return {
    paymentMethodsOf(customer, priority) {
      const pages = connections[priority].customers.listPaymentMethods(customer, { limit: 100 });
      return canonicalList('payment_method', pages.autoPagingToArray({ limit: mostCards }));
    },

    async setupIntent(id) {
      const found = await nullIfMissing(withTranslatedErrors(setupIntents.retrieve(id, withAttempt)));
      return found && asSetupIntent(found);
    },

    async setupIntentMadeBy(operation, among) {
      const filter = 'since' in among ? { created: { gte: among.since } } : among;
      const found = await findOfOperation(operation, setupIntents.list({ ...filter, limit: 100 }));
      return found && asSetupIntent(await withTranslatedErrors(setupIntents.retrieve(found.id, withAttempt)));
    },

    attachPaymentMethod: (step, id, customer) =>
      orExisting(
        canonical('payment_method', paymentMethods.attach(id, { customer, ...expandOfObject('payment_method') }, idempotencyKeyOf(step))),
        () => heldBy(id, customer),
      ),

    detachPaymentMethod: (step, id) =>
      orExisting(canonical('payment_method', paymentMethods.detach(id, expandOfObject('payment_method'), idempotencyKeyOf(step))), () =>
        heldBy(id, null),
      ),

    async createSetupIntent(step, { customer, reader }) {
      const params: Stripe.SetupIntentCreateParams = {
        customer: customer ?? undefined,
        // a card may also be typed in if the reader fails
        allowed_payment_method_types: reader ? ['card_present', 'card'] : ['card'],
        usage: 'off_session',
        metadata: operationMetadata(step),
        ...withAttempt,
      };
      return asSetupIntent(await withTranslatedErrors(setupIntents.create(params, idempotencyKeyOf(step))));
    },
  };
}
