import { Stripe } from 'stripe';
import { z } from 'zod';
import type { ProviderKind } from '../../common/provider-objects.ts';
import { ForgedEvent, UnreadableEvent, type PaymentEvents, type ProviderEvent } from '../../ports/payment-events.ts';
import { alarmOf, declineOf, endedCheckoutOf, failedSetupOf, isKnownKind } from './event-kinds.ts';

type Named = string | { id: string } | null | undefined;

/** An event's object, with the fields that determine what to read fresh. */
interface Subject {
  id?: string | undefined;
  object: string;
  customer?: Named;
  payment_method?: Named;
  subscription?: Named;
  invoice?: Named;
}

/** Seconds between Stripe's signature, new for each delivery, and its arrival. */
const toleranceSeconds = 300;

const mirrored: Readonly<Record<string, ProviderKind>> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  subscription: 'subscription',
  subscription_schedule: 'schedule',
  'terminal.location': 'location',
  tax_rate: 'tax_rate',
  payment_method: 'payment_method',
  charge: 'charge',
  invoice: 'invoice',
  refund: 'refund',
  payment_intent: 'payment_intent',
  dispute: 'dispute',
};

const idOf = (named: Named): string | null => (typeof named === 'string' ? named : (named?.id ?? null));

const about = (kind: ProviderKind, id: string | null | undefined): ProviderEvent['about'] => (id ? { kind, id } : null);

/** Returns what may have changed: the object itself, or what it refers to if the mirror does not store its kind. */
function subjectOf(subject: Subject): ProviderEvent['about'] {
  const kind = mirrored[subject.object];
  if (kind) return about(kind, subject.id);
  switch (subject.object) {
    case 'setup_intent':
      return about('payment_method', idOf(subject.payment_method));
    case 'checkout.session':
      return about('subscription', idOf(subject.subscription)) ?? about('customer', idOf(subject.customer));
    case 'discount':
      return about('subscription', idOf(subject.subscription)) ?? about('customer', idOf(subject.customer));
    case 'invoice_payment':
      return about('invoice', idOf(subject.invoice));
    default:
      return null;
  }
}

/** Returns the latest of its timestamps: only one of them was signed. */
const signedAt = (header: string): number =>
  Math.max(...header.split(',').map((part) => (part.startsWith('t=') ? Number(part.slice(2)) : 0)));

/** Whether the bytes were signed by this secret at about this time. Stripe's own check accepts any time in the future. */
function isSigned(body: Buffer, header: string, secret: string, now: number): boolean {
  const { signature } = Stripe.webhooks;
  if (!signature) throw new Error('the Stripe package has no signature check');
  try {
    signature.verifyHeader(body, header, secret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
  return signedAt(header) <= now + toleranceSeconds;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new UnreadableEvent('The event is not JSON');
  }
}

const id = z.string().regex(/^[\w-]{1,255}$/);
const named = z.union([id, z.object({ id }), z.null()]).optional();

/** The fields of an event that are read; all others are ignored. */
const readable = z.object({
  id,
  type: z.string().regex(/^[\w.-]{1,255}$/),
  created: z.int().nonnegative().max(99_999_999_999),
  data: z.object({
    object: z.looseObject({
      id: id.optional(),
      object: z.string().max(255),
      customer: named,
      payment_method: named,
      subscription: named,
      invoice: named,
    }),
  }),
});

/** @param secrets while a secret is being changed both are valid, so that no event is lost */
export function stripeEvents(secrets: readonly string[]): PaymentEvents {
  return {
    read(body, signature) {
      const now = Math.floor(Date.now() / 1_000);
      if (!secrets.some((secret) => isSigned(body, signature, secret, now))) throw new ForgedEvent('The signature is not one of Stripe');
      const { data: event, error } = readable.safeParse(parsed(body));
      if (!event) return { unknown: z.prettifyError(error) };
      const subject: Subject = event.data.object;
      const customer = subject.object === 'customer' ? subject.id : idOf(subject.customer);
      const toRead = subjectOf(subject);
      const { id: eventId, type, created } = event;
      const known = toRead !== null || isKnownKind(type);
      return {
        id: eventId,
        type,
        created,
        about: toRead,
        customer: customer ?? null,
        alarm: alarmOf(type, subject),
        checkout: endedCheckoutOf(type, subject.id),
        declined: declineOf(type, subject),
        failedSetup: failedSetupOf(type, subject),
        known,
      };
    },
  };
}
