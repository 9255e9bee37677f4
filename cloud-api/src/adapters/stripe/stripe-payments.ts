import type { Payments, PaymentsWriter } from '../../ports/payments.ts';
import { cards } from './cards.ts';
import { catalogue } from './catalogue.ts';
import { checkouts } from './checkout.ts';
import { connect, type StripeAddress, type Connections } from './connect.ts';
import { customers } from './customers.ts';
import { invoices } from './invoices.ts';
import { paymentIntents } from './payment-intents.ts';
import { previews } from './previews.ts';
import { readers } from './readers.ts';
import { stripeReader } from './stripe-reader.ts';
import { refunds } from './refunds.ts';
import { schedules } from './schedules.ts';
import { subscriptions } from './subscriptions.ts';
import { canonical, expandOfObject } from './canonical.ts';
import { idempotencyKeyOf } from './step-key.ts';

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
    ...disputes(connections),
    ...catalogue(connections),
    ...readers(connections),
    ...checkouts(connections),
  };
}

function disputes({ interactive: { disputes: resource } }: Connections): Pick<PaymentsWriter, 'updateDispute'> {
  return {
    updateDispute(step, id, { evidence, metadata }) {
      const params = {
        evidence: evidence === undefined ? undefined : { uncategorized_text: evidence },
        metadata,
        // without evidence of its own a change must not submit what is there
        submit: evidence !== undefined,
        ...expandOfObject('dispute'),
      };
      return canonical('dispute', resource.update(id, params, idempotencyKeyOf(step)));
    },
  };
}
