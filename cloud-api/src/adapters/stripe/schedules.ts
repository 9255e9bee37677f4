import type { Stripe } from 'stripe';
import { operationOf } from '@washdesk/rules/company/metadata-keys';
import { PaymentsRefused, PaymentsUnavailable, type PaymentsWriter, type Step } from '../../ports/payments.ts';
import { canonical, idOf, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors, orExisting } from './requests/errors.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

type Phase = Stripe.SubscriptionSchedule.Phase;
type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase;

const form = expandOfObject('schedule');

/** Final states of a schedule, in which it no longer changes the subscription. */
const lettingGo = ['released', 'completed', 'canceled'];

const rateIds = (rates: Stripe.TaxRate[] | null | undefined): string[] | undefined =>
  rates?.length ? rates.map(({ id }) => id) : undefined;

interface PhaseDiscount {
  coupon: string | { id: string } | null;
  discount: string | { id: string } | null;
  promotion_code: string | { id: string } | null;
}

/** An existing discount keeps its end. A coupon or code that begins with the phase does not have one yet. */
function discountsOf(
  discounts: readonly PhaseDiscount[] | null | undefined,
): { discount?: string; coupon?: string; promotion_code?: string }[] | undefined {
  if (!discounts?.length) return undefined;
  return discounts.map(({ discount, promotion_code, coupon }) => {
    if (discount) return { discount: idOf(discount) };
    return promotion_code ? { promotion_code: idOf(promotion_code) } : { coupon: idOf(coupon) ?? '' };
  });
}

/** Stripe replaces a phase with the one sent: omitted fields are lost. */
function copied(phase: Phase): PhaseParams {
  const days = phase.invoice_settings?.days_until_due ?? null;
  return {
    items: phase.items.map(({ price, quantity, tax_rates, discounts }) => ({
      price: idOf(price),
      quantity,
      tax_rates: rateIds(tax_rates),
      discounts: discountsOf(discounts),
    })),
    collection_method: phase.collection_method ?? undefined,
    default_payment_method: idOf(phase.default_payment_method) ?? undefined,
    default_tax_rates: rateIds(phase.default_tax_rates),
    description: phase.description ?? undefined,
    discounts: discountsOf(phase.discounts),
    invoice_settings: days === null ? undefined : { days_until_due: days },
    metadata: phase.metadata ?? undefined,
    proration_behavior: phase.proration_behavior,
  };
}

function withIncrease(current: Phase, price: string, startsAt: number): PhaseParams[] {
  const now = {
    ...copied(current),
    proration_behavior: 'none' as const,
    start_date: current.start_date,
    end_date: startsAt,
    trial_end: current.trial_end ?? undefined,
  };
  const later = { ...copied(current), proration_behavior: 'none' as const };
  const items = later.items.map((item) => ({ ...item, price }));
  return [now, { ...later, items, start_date: startsAt, duration: { interval: 'month', interval_count: 1 } }];
}

/** The current phase; a schedule created from a subscription has no other. */
function currentPhase({ phases, current_phase: current }: Stripe.SubscriptionSchedule): Phase {
  const phase = phases.find(({ start_date }) => start_date === current?.start_date) ?? phases[0];
  if (!phase) throw new Error('a schedule created from a subscription has no phase');
  return phase;
}

/**
 * Each phase of a schedule names its own card, which would return with the next phase. A schedule that already names the card is left
 * unchanged, so that this can be repeated.
 */
export async function setPhasesPaymentMethod(stripe: Stripe, step: Step, schedule: string, paymentMethod: string): Promise<void> {
  const held = await withTranslatedErrors(stripe.subscriptionSchedules.retrieve(schedule));
  const current = currentPhase(held);
  const phases = held.phases.filter(({ start_date }) => start_date >= current.start_date);
  if (phases.every((phase) => idOf(phase.default_payment_method) === paymentMethod)) return;
  const params: Stripe.SubscriptionScheduleUpdateParams = {
    phases: phases.map((phase) => ({
      ...copied(phase),
      default_payment_method: paymentMethod,
      start_date: phase.start_date,
      end_date: phase.end_date,
      trial_end: phase.trial_end ?? undefined,
    })),
    proration_behavior: 'none',
  };
  await withTranslatedErrors(stripe.subscriptionSchedules.update(schedule, params, idempotencyKeyOf(step, 'card')));
}

/** Whether repeating the step cannot change the outcome: a schedule without its increase would block the subscription for nothing. */
const isFinal = (error: unknown): boolean => error instanceof PaymentsRefused || (error instanceof PaymentsUnavailable && error.kept);

type Schedules = Pick<PaymentsWriter, 'scheduleIncrease' | 'releaseSchedule'>;

export function schedules({ interactive: stripe }: Connections): Schedules {
  const resource = stripe.subscriptionSchedules;

  const letGo = async (id: string) => {
    const found = await nullIfMissing(canonical('schedule', resource.retrieve(id, form)));
    return found && lettingGo.includes(found.status) ? found : null;
  };

  /** A schedule from an earlier call with an unknown outcome: without the metadata, which only the second call writes. */
  const justMade = async (subscription: string) => {
    const { schedule } = await withTranslatedErrors(stripe.subscriptions.retrieve(subscription));
    const found = schedule ? await withTranslatedErrors(resource.retrieve(idOf(schedule))) : null;
    return found && found.phases.length === 1 && operationOf(found.metadata) === null ? found : null;
  };

  const released = (id: string, key: Stripe.RequestOptions) =>
    orExisting(canonical('schedule', resource.release(id, form, key)), () => letGo(id));

  return {
    // Stripe accepts no other parameter with `from_subscription`: metadata too is sent with the second call
    async scheduleIncrease(step, { subscription, price, startsAt, metadata }) {
      const made = withTranslatedErrors(resource.create({ from_subscription: subscription }, idempotencyKeyOf(step)));
      const begun = await orExisting(made, () => justMade(subscription));
      const params: Stripe.SubscriptionScheduleUpdateParams = {
        end_behavior: 'release',
        phases: withIncrease(currentPhase(begun), price, startsAt),
        proration_behavior: 'none',
        metadata: operationMetadata(step, metadata),
        ...form,
      };
      try {
        return await canonical('schedule', resource.update(begun.id, params, idempotencyKeyOf(step, 'phases')));
      } catch (error) {
        if (!isFinal(error)) throw error;
        const found = await nullIfMissing(canonical('schedule', resource.retrieve(begun.id, form)));
        if (found && operationOf(found.metadata) === step.operation) return found;
        await released(begun.id, idempotencyKeyOf(step, 'let-go'));
        throw error;
      }
    },

    releaseSchedule: (step, id) => released(id, idempotencyKeyOf(step)),
  };
}
