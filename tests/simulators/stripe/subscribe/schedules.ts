import { announceNew } from '../announce.ts';
import type { Phase, SubscriptionSchedule } from '../objects/subscription-schedule.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import { billFor } from './account.ts';
import { cancelSubscription } from './cancel.ts';
import { changeSchedule, releaseSchedule } from './follow-schedule.ts';
import { prorationBehaviors } from './order.ts';
import { billedDiscounts, comingPhases, phaseChanges, readPhases } from './phases.ts';
import { PriceBook } from './price-book.ts';
import { runDue } from './run-due.ts';
import { storeSubscription } from './store-subscription.ts';
import { applyUpdate } from './update.ts';

/** Puts a subscription under a schedule with one phase, its current period. Without an update, it is released at that period's end. */
export function scheduleFromSubscription(sandbox: Sandbox, input: Input): SubscriptionSchedule {
  const id = input.required('from_subscription');
  if (!sandbox.store.get('subscription', id)) throw noSuchReference('subscription', id, 'from_subscription');
  const at = sandbox.now();
  const subscription = runDue(sandbox, id, at);
  if (subscription.schedule !== null) {
    const message = `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}.`;
    throw invalidParameter('from_subscription', message);
  }
  const phase = currentPeriod(subscription);
  const schedule: SubscriptionSchedule = {
    id: sandbox.newId('sub_sched'),
    object: 'subscription_schedule',
    canceled_at: null,
    created: at,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: subscription.customer,
    default_payment_method: subscription.default_payment_method,
    metadata: mergedMetadata({}, input),
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: id,
  };
  attach(sandbox, subscription, schedule);
  announceNew(sandbox, schedule, 'subscription_schedule.created');
  return schedule;
}

/** Changes the phases: the current one immediately, if it differs from the subscription, the others when they start. */
export function updateSchedule(sandbox: Sandbox, wanted: SubscriptionSchedule, input: Input): SubscriptionSchedule {
  const { subscription, schedule } = activeParts(sandbox, wanted);
  input.choice('end_behavior', ['release']);
  const behavior = input.choice('proration_behavior', prorationBehaviors);
  const metadata = mergedMetadata(schedule.metadata, input);
  if (!input.has('phases')) return changeSchedule(sandbox, schedule, { metadata }, 'subscription_schedule.updated');

  const at = sandbox.now();
  const prices = new PriceBook(sandbox);
  const phases = readPhases(sandbox, prices, input, schedule.customer);
  const current = phases.find(({ start_date, end_date }) => start_date <= at && at < end_date);
  const [first] = phases;
  if (!first || !current) throw invalidParameter('phases', 'The current phase must be among the phases.');
  if (schedule.current_phase && current.start_date !== schedule.current_phase.start_date) {
    throw invalidParameter('phases[0][start_date]', 'You can not modify the start date of the current phase.');
  }
  const { changes, ids } = phaseChanges(
    sandbox,
    prices,
    current,
    subscription.items.map(({ id }) => id),
  );
  const items = ids.map((id, index) => {
    const own = subscription.items.find((item) => item.id === id) ?? { id, created: at, metadata: {}, taxRates: [] };
    return { ...own, metadata: { ...own.metadata, ...current.items[index]?.metadata } };
  });
  const discounts = billedDiscounts(sandbox, current);
  const event = { type: 'update', at, items: changes, prorationBehavior: behavior, discounts } as const;
  // the engine has no schedule while the current phase is changed; the new phases are set right after
  const changed = applyUpdate(sandbox, subscription, { event, more: { items }, prices, paidFirst: false, offSession: true });
  const next = { ...schedule, metadata, phases, current_phase: { start_date: current.start_date, end_date: current.end_date } };
  attach(sandbox, changed, next);
  return changeSchedule(sandbox, schedule, next, 'subscription_schedule.updated');
}

export function releaseScheduleNow(sandbox: Sandbox, wanted: SubscriptionSchedule): SubscriptionSchedule {
  const { subscription, schedule } = activeParts(sandbox, wanted);
  const event = { type: 'release_schedule', at: sandbox.now() } as const;
  const { subscription: state } = billFor(sandbox, subscription.customer, subscription.billing, event);
  storeSubscription(sandbox, subscription, state, { schedule: null });
  return releaseSchedule(sandbox, schedule, subscription.id);
}

/** Cancels the schedule together with its subscription. */
export function cancelSchedule(sandbox: Sandbox, wanted: SubscriptionSchedule, input: Input): SubscriptionSchedule {
  const { subscription, schedule } = activeParts(sandbox, wanted);
  cancelSubscription(sandbox, subscription.id, {
    prorate: input.boolean('prorate') ?? true,
    invoiceNow: input.boolean('invoice_now') ?? true,
  });
  return sandbox.store.get('subscription_schedule', schedule.id) ?? schedule;
}

/** Returns a schedule and its subscription after everything due has run. @throws StripeFault if the schedule has ended */
function activeParts(sandbox: Sandbox, wanted: SubscriptionSchedule): { subscription: Subscription; schedule: SubscriptionSchedule } {
  if (wanted.subscription !== null) {
    const subscription = runDue(sandbox, wanted.subscription, sandbox.now());
    const schedule = sandbox.store.get('subscription_schedule', wanted.id);
    if (schedule?.status === 'active') return { subscription, schedule };
  }
  throw new StripeFault(
    400,
    `You cannot change a subscription schedule that is in the \`${wanted.status}\` status; it must be \`active\`.`,
  );
}

function attach(sandbox: Sandbox, subscription: Subscription, { id, phases }: SubscriptionSchedule): void {
  const at = sandbox.now();
  const schedule = comingPhases(sandbox, new PriceBook(sandbox), phases, { items: subscription.items, at });
  const event = { type: 'schedule', at, ...schedule } as const;
  const { subscription: state } = billFor(sandbox, subscription.customer, subscription.billing, event);
  storeSubscription(sandbox, subscription, state, { schedule: id });
}

function currentPeriod({ billing, items, default_payment_method, default_tax_rates }: Subscription): Phase {
  return {
    start_date: Math.max(...billing.items.map(({ period }) => period.start)),
    end_date: Math.min(...billing.items.map(({ period }) => period.end)),
    items: billing.items.map(({ id, price, quantity }) => {
      const own = items.find((item) => item.id === id);
      return { price: price.id, quantity, metadata: own?.metadata ?? {}, taxRates: own?.taxRates ?? [] };
    }),
    proration_behavior: 'create_prorations',
    metadata: {},
    default_payment_method,
    default_tax_rates: default_tax_rates.length > 0 ? default_tax_rates : null,
    description: null,
    discounts: (billing.discounts ?? []).map(({ id }) => ({ coupon: null, discount: id, promotion_code: null })),
  };
}
