import type { Payments } from '../../ports/payments.ts';
import { cards } from './cards.ts';
import { catalogue } from './catalogue.ts';
import { checkouts } from './checkout.ts';
import { connect, isLiveKey, type StripeAddress } from './connect.ts';
import { customers } from './customers.ts';
import { disputes } from './disputes.ts';
import { invoices } from './invoices.ts';
import { paymentIntents } from './payment-intents.ts';
import { previews } from './previews.ts';
import { readers } from './readers.ts';
import { stripeReader } from './stripe-reader.ts';
import { refunds } from './refunds.ts';
import { schedules } from './schedules.ts';
import { subscriptions } from './subscriptions.ts';

/** Stripe by its own SDK, one family of calls in each file. */
export function stripePayments(address: StripeAddress): Payments {
  const connections = connect(address);
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
    ...disputes(connections, isLiveKey(address.secretKey)),
    ...catalogue(connections),
    ...readers(connections),
    ...checkouts(connections),
  };
}
