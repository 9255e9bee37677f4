import { Stripe } from 'stripe';
import { connect, type StripeAddress } from './requests/connect.ts';

/** Calls Stripe with a key that was just entered. @returns why it cannot be used, in Stripe's words, or null */
export async function keyProblem(address: StripeAddress): Promise<string | null> {
  try {
    await connect(address).interactive.products.list({ limit: 1 });
    return null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error.message;
    throw error;
  }
}
