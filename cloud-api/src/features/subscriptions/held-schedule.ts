import type { ProviderSchedule, ProviderSubscription } from '../../db/provider-objects.ts';
import type { Act } from '../../deeds/act.ts';
import { PaymentsUnavailable } from '../../ports/payments.ts';

/** The schedule that holds a subscription, and what it takes to make it again. */
export interface HeldSchedule {
  id: string;
  /** Null where its increase has begun: nothing of it lies ahead. */
  increase: Increase | null;
}

export interface Increase {
  price: string;
  /** Epoch seconds. */
  startsAt: number;
  metadata: Record<string, string>;
}

const holding = ['active', 'not_started'];

export function heldSchedule({ schedule }: ProviderSubscription, schedules: readonly ProviderSchedule[], now: Date): HeldSchedule | null {
  const held = schedules.find(({ id, status }) => id === schedule && holding.includes(status));
  return held ? { id: held.id, increase: increaseOf(held, now) } : null;
}

/** What its last phase will change; null when that has happened already. */
export function increaseOf({ phases, metadata }: ProviderSchedule, now: Date): Increase | null {
  const last = phases.at(-1);
  const price = last?.items[0]?.price;
  if (!last || !price || last.start_date * 1_000 <= now.getTime()) return null;
  return { price, startsAt: last.start_date, metadata: metadata ?? {} };
}

interface Held {
  customer: string;
  subscription: string;
  held: HeldSchedule | null;
}

/**
 * A change of the plan: its schedule lets go first, and is made again when the change is refused (customer-detail section 4). An unknown
 * outcome is no refusal: the same steps will be repeated.
 */
export async function withoutSchedule<F extends Held, T>(act: Act<F>, change: () => Promise<T>): Promise<T> {
  await release(act);
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) await putBack(act);
    throw error;
  }
}

/** A change after which the schedule goes on as before: it lets go only because its next phase would undo the change. */
export async function aroundSchedule<F extends Held>(
  act: Act<F>,
  change: () => Promise<ProviderSubscription>,
): Promise<{ subscription: ProviderSubscription; schedules: ProviderSchedule[] }> {
  const changed = await withoutSchedule(act, change);
  return (await putBack(act)) ?? { subscription: changed, schedules: [] };
}

async function release(act: Act<Held>): Promise<void> {
  const { held } = act.facts;
  if (held) await act.write('schedule', 'release', (step) => act.payments.releaseSchedule(step, held.id));
}

async function putBack(act: Act<Held>) {
  const { held, subscription: id } = act.facts;
  if (!held?.increase) return null;
  const made = await makeSchedule(act, 'put-back', held.increase);
  const subscription = await act.read('subscription', id);
  return subscription && { subscription, schedules: [made] };
}

export function makeSchedule(
  act: Act<Omit<Held, 'held'>>,
  name: string,
  { price, startsAt, metadata }: Increase,
): Promise<ProviderSchedule> {
  const { customer, subscription } = act.facts;
  return act.write(
    'schedule',
    name,
    (step) => act.payments.scheduleIncrease(step, { subscription, price, startsAt, metadata }),
    () => act.payments.findByDeed('schedule', customer, act.id),
  );
}
