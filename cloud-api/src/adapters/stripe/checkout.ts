import type { Stripe } from 'stripe';
import { PaymentsRefused, type Checkout, type NewCheckout, type PaymentsReader, type PaymentsWriter } from '../../ports/payments.ts';
import { idOf } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors } from './requests/errors.ts';
import { idempotencyKeyOf, findOfOperation, operationMetadata } from './requests/step-key.ts';

const knownStatuses = ['open', 'complete', 'expired'] as const;

const asCheckout = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  status: knownStatuses.find((known) => known === session.status) ?? null,
  payment_status: session.payment_status,
  url: session.url,
  customer: idOf(session.customer),
  email: session.customer_details?.email ?? null,
  subscription: idOf(session.subscription),
  setupIntent: idOf(session.setup_intent),
  total: session.amount_total,
  metadata: session.metadata ?? {},
});

/** Minute and second are set too, because Stripe defaults to the current ones. */
const anchorOf = ({ dayOfMonth, hour }: NewCheckout['anchorDay']) => ({ day_of_month: dayOfMonth, hour, minute: 0, second: 0 });

type Checkouts = Pick<PaymentsReader, 'checkout' | 'checkoutMadeBy'> &
  Pick<PaymentsWriter, 'startCheckout' | 'expireCheckout' | 'startCardPage'>;

export function checkouts({ interactive: { checkout } }: Connections): Checkouts {
  return {
    async checkout(id) {
      const found = await nullIfMissing(withTranslatedErrors(checkout.sessions.retrieve(id)));
      return found && asCheckout(found);
    },

    async checkoutMadeBy(operation, { since }) {
      const found = await findOfOperation(operation, checkout.sessions.list({ created: { gte: since }, limit: 100 }));
      return found && asCheckout(found);
    },

    async startCheckout(step, wanted) {
      const { price, customer, anchorDay, taxRates, subscriptionMetadata, customerMetadata, successUrl, cancelUrl, expiresAt, locale } =
        wanted;
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        ui_mode: 'hosted_page',
        line_items: [{ price, quantity: 1 }],
        ...('id' in customer ? { customer: customer.id } : { customer_email: customer.email }),
        subscription_data: {
          billing_cycle_anchor_config: anchorOf(anchorDay),
          billing_mode: { type: 'flexible' },
          proration_behavior: 'create_prorations',
          default_tax_rates: taxRates,
          metadata: operationMetadata(step, subscriptionMetadata),
        },
        // a customer that the page creates has no operation in its metadata: the operation that completes the checkout writes it
        metadata: operationMetadata(step, customerMetadata),
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(locale !== undefined && { locale }),
      };
      return asCheckout(await withTranslatedErrors(checkout.sessions.create(params, idempotencyKeyOf(step))));
    },

    async expireCheckout(step, id) {
      try {
        return asCheckout(await withTranslatedErrors(checkout.sessions.expire(id, {}, idempotencyKeyOf(step))));
      } catch (error) {
        if (!(error instanceof PaymentsRefused)) throw error;
        const found = asCheckout(await withTranslatedErrors(checkout.sessions.retrieve(id)));
        if (found.status === 'open') throw error;
        return found;
      }
    },

    async startCardPage(step, { customer, successUrl, cancelUrl, locale, expiresAt }) {
      const metadata = operationMetadata(step, {});
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'setup',
        ui_mode: 'hosted_page',
        currency: 'usd',
        customer,
        setup_intent_data: { metadata },
        metadata,
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...(locale !== undefined && { locale }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
      };
      return asCheckout(await withTranslatedErrors(checkout.sessions.create(params, idempotencyKeyOf(step))));
    },
  };
}
