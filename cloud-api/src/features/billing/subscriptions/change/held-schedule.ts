import { z } from 'zod';
import { scheduleProblem } from '@washdesk/rules/plans/plan-price';
import { writeAudit } from '../../../../audit/audit.ts';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderSchedule, ProviderSubscription } from '../../../../common/provider-objects.ts';
import type { Tx } from '../../../../db/pool.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { OperationRefused } from '../../../../operations/operation.ts';
import { providerFailure } from '../../../../operations/provider-failures.ts';
import { PaymentsRefused } from '../../../../ports/payments.ts';
import { isHolding } from '../read/subscription-view.ts';
import { auditOf } from './changed-plans.ts';

export const increaseSchema = z.object({
  price: z.string(),
  /** Epoch seconds. */
  startsAt: z.number(),
  metadata: z.record(z.string(), z.string()),
});
export type Increase = z.infer<typeof increaseSchema>;

/** A subscription's schedule, with the facts needed to make it again. */
export const heldScheduleFacts = z.object({
  id: z.string(),
  /** Null if its increase has begun, or if it was set in Stripe in another form: it is not made again. */
  increase: increaseSchema.nullable(),
});
export type HeldSchedule = z.infer<typeof heldScheduleFacts>;

export function heldSchedule({ schedule }: ProviderSubscription, schedules: readonly ProviderSchedule[], now: Date): HeldSchedule | null {
  const held = schedules.find(({ id, status }) => id === schedule && isHolding(status));
  return held ? { id: held.id, increase: scheduleProblem(held) === null ? increaseOf(held, now) : null } : null;
}

/** Returns the price increase of a schedule's last phase; null if it has begun. */
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
 * Changes a plan that has a schedule: releases the schedule first and makes it again if the change is rejected. After an unknown outcome it
 * is not made again, since the same steps will be repeated. A failure to make it again never hides why the change was rejected.
 */
export async function withoutSchedule<F extends Held, T>(run: OperationRun<F>, change: () => Promise<T>): Promise<T> {
  await release(run);
  try {
    return await change();
  } catch (error) {
    const failure = providerFailure(error);
    if (!(failure instanceof Failure) || failure.status >= 500) throw error;
    const { lost } = await restoreSchedule(run);
    if (run.facts.held) await run.read('subscription', run.facts.subscription);
    throw lost === null ? error : refusedAndLost(run, failure, lost);
  }
}

function refusedAndLost(run: OperationRun<Held>, failure: Failure, lost: string): OperationRefused {
  return new OperationRefused(failure, async (tx, at) => {
    if (failure instanceof OperationRefused) await failure.within(tx, at);
    await auditLostIncrease(tx, run, lost, at);
  });
}

/** Audits an increase that could not be made again. @param lost the reason; null if it was made */
export async function auditLostIncrease(tx: Tx, run: OperationRun<Held>, lost: string | null, at: Date): Promise<void> {
  const { held } = run.facts;
  if (lost === null || !held?.increase) return;
  const before = { schedule: held.id, price: held.increase.price, from: held.increase.startsAt };
  await writeAudit(tx, { ...auditOf(run, 'subscription.increase-lost'), before, why: lost, at });
}

/** Makes a change after which the schedule continues. The schedule is released only because its next phase would undo the change. */
export async function withReleasedSchedule<F extends Held>(
  run: OperationRun<F>,
  change: () => Promise<ProviderSubscription>,
): Promise<{ subscription: ProviderSubscription; schedules: ProviderSchedule[]; lost: string | null }> {
  const changed = await withoutSchedule(run, change);
  const { made, lost } = await restoreSchedule(run);
  const subscription = made && (await run.read('subscription', run.facts.subscription));
  return { subscription: subscription ?? changed, schedules: made ? [made] : [], lost };
}

async function release(run: OperationRun<Held>): Promise<void> {
  const { held } = run.facts;
  if (held) await run.write('schedule', 'release', (step) => run.payments.releaseSchedule(step, held.id));
}

async function restoreSchedule(run: OperationRun<Held>): Promise<{ made: ProviderSchedule | null; lost: string | null }> {
  const { held } = run.facts;
  if (!held?.increase) return { made: null, lost: null };
  return putBackIncrease(run, run.facts, held.increase);
}

/** Schedules an increase that was released. Stripe rejects it if its 1st has passed meanwhile. @returns the reason as `lost` */
export async function putBackIncrease(
  run: OperationRun<object>,
  of: { customer: string; subscription: string },
  increase: Increase,
): Promise<{ made: ProviderSchedule | null; lost: string | null }> {
  try {
    return { made: await createSchedule(run, 'put-back', increase, of), lost: null };
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    return { made: null, lost: error.message };
  }
}

export function createSchedule(
  run: OperationRun<object>,
  name: string,
  { price, startsAt, metadata }: Increase,
  { customer, subscription }: { customer: string; subscription: string },
): Promise<ProviderSchedule> {
  return run.write(
    'schedule',
    name,
    (step) => run.payments.scheduleIncrease(step, { subscription, price, startsAt, metadata }),
    () => run.payments.findByOperation('schedule', { customer }, run.id),
  );
}
