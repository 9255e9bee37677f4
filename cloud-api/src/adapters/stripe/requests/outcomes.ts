import type { Stripe } from 'stripe';
import type { ChargeOutcome } from '../../../common/provider-objects.ts';
import { CardDeclined, PaymentsRefused, PaymentsUnavailable } from '../../../ports/payments.ts';
import { idOf, plainJson } from './canonical.ts';
import { withTranslatedErrors } from './errors.ts';

interface Attempt {
  charge: string | null;
  outcome: ChargeOutcome | null;
}

/** Returns null if the call fails: a decline by the bank counts even if its details cannot be read now. */
async function answerOrNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await withTranslatedErrors(question);
  } catch (error) {
    if (error instanceof PaymentsUnavailable || error instanceof PaymentsRefused) return null;
    throw error;
  }
}

async function paymentAttemptOf(stripe: Stripe, paymentIntent: string): Promise<Attempt | null> {
  const intent = await answerOrNull(stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }));
  const charge = intent?.latest_charge;
  if (!charge || typeof charge === 'string') return null;
  return { charge: charge.id, outcome: plainJson(charge.outcome) as ChargeOutcome | null };
}

/**
 * Stripe's error only says that a card was declined. The reason is in the outcome of the charge, which is read separately.
 * @param paymentIntent finds the intent if the error does not name it
 * @throws CardDeclined with its outcome if there was a charge
 */
export async function withOutcome<T>(stripe: Stripe, call: Promise<T>, paymentIntent?: () => Promise<string | null>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    const { decline } = error;
    const id = decline.paymentIntent ?? (paymentIntent ? await paymentIntent() : null);
    const attempt = id === null ? null : await paymentAttemptOf(stripe, id);
    const charge = decline.charge ?? attempt?.charge ?? null;
    throw new CardDeclined({ ...decline, paymentIntent: id, charge, outcome: attempt?.outcome ?? null }, error);
  }
}

/** Returns the intent by which an invoice is paid: that of its latest attempt. */
export async function paymentIntentOf(stripe: Stripe, invoice: string): Promise<string | null> {
  const payments = await answerOrNull(stripe.invoicePayments.list({ invoice, limit: 1 }));
  return idOf(payments?.data[0]?.payment.payment_intent);
}
