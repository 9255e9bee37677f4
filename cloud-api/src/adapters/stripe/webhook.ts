import { Stripe } from 'stripe';
import type { ProviderKind } from '../../db/provider-objects.ts';
import { ForgedEvent, type PaymentEvents, type ProviderEvent } from '../../ports/payment-events.ts';

type Named = string | { id: string } | null | undefined;

/** An event's object, by the fields that tell what to read fresh. */
interface Subject {
  id?: string;
  object: string;
  customer?: Named;
  payment_method?: Named;
  subscription?: Named;
  invoice?: Named;
}

/** Seconds between Stripe's signature, which each delivery has anew, and its arrival. */
const toleranceSeconds = 300;

const mirrored: Readonly<Record<string, ProviderKind>> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  subscription: 'subscription',
  subscription_schedule: 'schedule',
  'terminal.location': 'location',
  payment_method: 'payment_method',
  charge: 'charge',
  invoice: 'invoice',
  refund: 'refund',
  payment_intent: 'payment_intent',
  dispute: 'dispute',
};

const idOf = (named: Named): string | null => (typeof named === 'string' ? named : (named?.id ?? null));

const about = (kind: ProviderKind, id: string | null | undefined): ProviderEvent['about'] => (id ? { kind, id } : null);

/** What may have changed: the object itself, or what an object that the mirror does not hold points to. */
function subjectOf(subject: Subject): ProviderEvent['about'] {
  const kind = mirrored[subject.object];
  if (kind) return about(kind, subject.id);
  switch (subject.object) {
    case 'setup_intent':
      return about('payment_method', idOf(subject.payment_method));
    case 'checkout.session':
      return about('subscription', idOf(subject.subscription)) ?? about('customer', idOf(subject.customer));
    case 'invoice_payment':
      return about('invoice', idOf(subject.invoice));
    default:
      return null;
  }
}

function verified(body: Buffer, signature: string, secret: string): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
}

/** @param secrets while a secret is being changed both are valid, so that no event is lost */
export function stripeEvents(secrets: readonly string[]): PaymentEvents {
  return {
    read(body, signature) {
      for (const secret of secrets) {
        const event = verified(body, signature, secret);
        if (!event) continue;
        const subject = event.data.object as Subject;
        const customer = subject.object === 'customer' ? subject.id : idOf(subject.customer);
        return { id: event.id, type: event.type, created: event.created, about: subjectOf(subject), customer: customer ?? null };
      }
      throw new ForgedEvent('The signature is not one of Stripe');
    },
  };
}
