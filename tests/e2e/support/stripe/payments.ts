import type { Stripe } from 'stripe';
import type { OpenWorkbench } from '../run-workbench.ts';
import { stripeOf } from './reader.ts';

/** Returns Stripe's payments with this metadata entry, newest first, each with its charge. */
export async function paymentsWith(
  workbench: OpenWorkbench,
  key: string,
  value: string,
): Promise<(Stripe.PaymentIntent & { latest_charge: Stripe.Charge | null })[]> {
  const { data } = await stripeOf(workbench).paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] });
  const found = data.filter(({ metadata }) => metadata[key] === value);
  return found as (Stripe.PaymentIntent & { latest_charge: Stripe.Charge | null })[];
}
