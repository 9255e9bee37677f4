import { announceChange } from '../announce.ts';
import type * as billing from '../billing/model.ts';
import type { Phase, SubscriptionSchedule } from '../objects/subscription-schedule.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';

/** Applies the non-billing changes of a phase that begins, or of the end of the last one. */
export function enterPhase(
  sandbox: Sandbox,
  { id, schedule: scheduleId, items, metadata }: Subscription,
  state: billing.Subscription,
  at: number,
): Partial<Subscription> {
  const schedule = scheduleId === null ? undefined : sandbox.store.get('subscription_schedule', scheduleId);
  if (schedule?.status !== 'active') return {};
  if (state.endedAt !== null) {
    changeSchedule(sandbox, schedule, { status: 'canceled', canceled_at: at, current_phase: null }, 'subscription_schedule.canceled');
    return {};
  }
  const phase = schedule.phases.find(({ start_date }) => start_date === at);
  if (phase) {
    changeSchedule(
      sandbox,
      schedule,
      { current_phase: { start_date: phase.start_date, end_date: phase.end_date } },
      'subscription_schedule.updated',
    );
    return phaseFields(phase, { items, metadata }, state);
  }
  if (state.schedule !== null) return {};
  releaseSchedule(sandbox, schedule, id);
  return { schedule: null };
}

/** The subscription continues without the schedule. */
export function releaseSchedule(sandbox: Sandbox, schedule: SubscriptionSchedule, subscription: string): SubscriptionSchedule {
  return changeSchedule(
    sandbox,
    schedule,
    { status: 'released', released_at: sandbox.now(), released_subscription: subscription, subscription: null, current_phase: null },
    'subscription_schedule.released',
  );
}

export function changeSchedule(
  sandbox: Sandbox,
  schedule: SubscriptionSchedule,
  change: Partial<SubscriptionSchedule>,
  event: string,
): SubscriptionSchedule {
  const changed = { ...schedule, ...change };
  announceChange(sandbox, schedule, changed, event);
  return changed;
}

/** A phase's metadata are merged into the subscription's; its items replace the current ones. */
function phaseFields(
  phase: Phase,
  { items, metadata }: Pick<Subscription, 'items' | 'metadata'>,
  state: billing.Subscription,
): Partial<Subscription> {
  return {
    items: state.items.map(({ id }, index) => {
      const present = items.find((item) => item.id === id);
      const wanted = phase.items[index];
      return {
        id,
        created: present?.created ?? phase.start_date,
        metadata: { ...present?.metadata, ...wanted?.metadata },
        taxRates: wanted && wanted.taxRates.length > 0 ? wanted.taxRates : (present?.taxRates ?? []),
      };
    }),
    metadata: { ...metadata, ...phase.metadata },
    ...(phase.default_payment_method === null ? {} : { default_payment_method: phase.default_payment_method }),
    ...(phase.description === null ? {} : { description: phase.description }),
  };
}
