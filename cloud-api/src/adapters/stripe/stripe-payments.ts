import type { Payments, Priority } from '../../ports/payments.ts';
import { cards } from './cards.ts';
import { catalogue } from './catalogue.ts';
import { checkouts } from './checkout.ts';
import { credits } from './credits.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { invoices } from './invoices.ts';
import { paymentIntents } from './payment-intents.ts';
import { previews } from './previews.ts';
import { readers } from './readers.ts';
import { redactions } from './redactions.ts';
import { refunds } from './refunds.ts';
import { connect, isLiveKey, type Connections, type StripeAddress } from './requests/connect.ts';
import { schedules } from './schedules.ts';
import { stripeReader } from './stripe-reader.ts';
import { subscriptions } from './subscriptions.ts';

/** Stripe by its own SDK, one family of calls per file. */
export const stripePayments = (address: StripeAddress): Payments => paymentsByPriority(address).interactive;

/** The same account twice, within one rate limit: `background` calls wait for all others. */
export function paymentsByPriority(address: StripeAddress): Record<Priority, Payments> {
  const connections = connect(address);
  const { background } = connections;
  const isLive = isLiveKey(address.secretKey);
  return {
    interactive: paymentsOver(connections, isLive),
    background: paymentsOver({ interactive: background, background }, isLive),
  };
}

function paymentsOver(connections: Connections, isLive: boolean): Payments {
  return {
    ...stripeReader(connections),
    ...customers(connections),
    ...cards(connections),
    ...paymentIntents(connections),
    ...subscriptions(connections),
    ...schedules(connections),
    ...invoices(connections),
    ...previews(connections),
    ...refunds(connections),
    ...credits(connections),
    ...disputes(connections, isLive),
    ...catalogue(connections),
    ...readers(connections),
    ...checkouts(connections),
    ...redactions(connections),
  };
}
