import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { hasEnded } from '@washdesk/rules/plans/statuses';
import { PaymentsRefused, type PaymentsWriter, type Step, type SubscriptionChange } from '../../ports/payments.ts';
import { itemParams } from './price-change.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, orExisting, withTranslatedErrors } from './requests/errors.ts';
import { withOutcome } from './requests/outcomes.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';
import { setPhasesPaymentMethod } from './schedules.ts';
import { startParams } from './start-terms.ts';

const form = expandOfObject('subscription');

function changeParams(change: SubscriptionChange): Stripe.SubscriptionUpdateParams {
  const { priceChange, cancelAtPeriodEnd, comment, metadata, defaultPaymentMethod, taxRates, freeNextMonth } = change;
  return {
    ...(priceChange && itemParams(priceChange)),
    // paid first, or not changed at all
    ...(priceChange?.prorate === 'always_invoice' && { payment_behavior: 'error_if_incomplete' }),
    ...(priceChange && { off_session: true }),
    cancel_at_period_end: cancelAtPeriodEnd,
    cancellation_details: comment === undefined ? undefined : { comment },
    metadata,
    default_payment_method: defaultPaymentMethod,
    ...(freeNextMonth && { discounts: [{ coupon: freeMonthCoupon.id }] }),
    // an empty list would not be sent at all
    default_tax_rates: taxRates?.length === 0 ? '' : taxRates,
    ...form,
  };
}

/** All free months use one coupon, created with the first. */
const freeMonthCoupon = { id: 'washdesk-free-month', name: 'Free month', percent_off: 100, duration: 'once' } as const;

async function ensureFreeMonthCoupon(stripe: Stripe, step: Step): Promise<void> {
  const known = () => nullIfMissing(withTranslatedErrors(stripe.coupons.retrieve(freeMonthCoupon.id)));
  if (await known()) return;
  await orExisting(withTranslatedErrors(stripe.coupons.create(freeMonthCoupon, idempotencyKeyOf(step, 'coupon'))), known);
}

const clockLagTries = 3;
const clockLagMs = 1_000;

/**
 * A start must not be ahead of Stripe's clock, which may be a second or two behind ours. Repeating the request under the same key never
 * creates a second subscription.
 */
async function onceStripesClockIsThere<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const tooEarly = error instanceof PaymentsRefused && error.param === 'backdate_start_date';
      if (!tooEarly || tries > clockLagTries) throw error;
      await sleep(clockLagMs);
    }
  }
}

type Subscriptions = Pick<PaymentsWriter, 'startSubscription' | 'changeSubscription' | 'cancelSubscription'>;

export function subscriptions({ interactive: stripe }: Connections): Subscriptions {
  const resource = stripe.subscriptions;

  const ended = async (id: string) => {
    const found = await nullIfMissing(canonical('subscription', resource.retrieve(id, form)));
    return found && hasEnded(found.status) ? found : null;
  };

  return {
    startSubscription(step, { customer, paymentMethod, start, metadata }) {
      const params: Stripe.SubscriptionCreateParams = {
        customer,
        default_payment_method: paymentMethod ?? undefined,
        ...startParams(start),
        payment_behavior: 'allow_incomplete',
        off_session: true,
        metadata: operationMetadata(step, metadata),
        ...form,
      };
      return onceStripesClockIsThere(() => canonical('subscription', resource.create(params, idempotencyKeyOf(step))));
    },

    async changeSubscription(step, id, change) {
      if (change.freeNextMonth) await ensureFreeMonthCoupon(stripe, step);
      const changed = await withOutcome(
        stripe,
        canonical('subscription', resource.update(id, changeParams(change), idempotencyKeyOf(step))),
      );
      const { defaultPaymentMethod: card } = change;
      if (card !== undefined && changed.schedule !== null) await setPhasesPaymentMethod(stripe, step, changed.schedule, card);
      return changed;
    },

    // a DELETE has no idempotency key: a repeat finds nothing left to cancel
    cancelSubscription(_step, id, comment) {
      const params = { prorate: false, invoice_now: false, cancellation_details: { comment }, ...form };
      return orExisting(canonical('subscription', resource.cancel(id, params)), () => ended(id));
    },
  };
}
