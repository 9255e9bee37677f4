import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { epochSeconds, siteDate } from '@washdesk/rules/dates/dates';
import { cancellationEnd, changeableFrom } from '@washdesk/rules/plans/self-service';
import { isMember } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import type { Clock } from '../../../ports/clock.ts';
import { lastCancellation, type Cancellation } from './cancellations.store.ts';

/** What a member may do with the plan now. */
export interface PlanRights {
  /** From when the plan may be changed or canceled; null for now, or if it never can. */
  changeFrom: Date | null;
  cancel: { ends: Date; billsAgain: boolean } | null;
  mayReactivate: boolean;
  /** A cancellation that is made and waits for the month that is still billed, or ends the plan. */
  cancellation: Cancellation | null;
}

interface Parts {
  db: Db;
  clock: Clock;
}

export async function rightsOf(plan: Subscription, parts: Parts): Promise<PlanRights> {
  const cancellation = (await lastCancellation(parts.db, plan.id)) ?? null;
  const isScheduled = cancellation !== null && cancellation.state !== 'done';
  const runs = isMember(plan.status);
  const isEnding = plan.cancel_at_period_end || isScheduled;
  const hasEnd = isEnding || plan.cancel_at !== null;
  return {
    changeFrom: runs ? changeFromOf(plan, parts.clock.now()) : null,
    cancel: runs && !hasEnd ? await endOf(plan, parts) : null,
    mayReactivate: runs && isEnding,
    cancellation: runs && isEnding ? cancellation : null,
  };
}

/** Returns when a plan ends that is canceled now. */
export async function endOf(plan: Subscription, { db, clock }: Parts): Promise<{ ends: Date; billsAgain: boolean }> {
  const now = clock.now();
  const site = Number(plan.metadata[subscriptionKeys.site]);
  const zone = (Number.isSafeInteger(site) ? await timeZoneOf(db, site) : null) ?? 'UTC';
  return cancellationEnd(new Date((plan.current_period_end ?? epochSeconds(now)) * 1_000), siteDate(now, zone), now);
}

/** Returns from when the plan may be changed or canceled; null for now. */
function changeFromOf({ created }: Subscription, now: Date): Date | null {
  const from = changeableFrom(new Date(created * 1_000));
  return from > now ? from : null;
}

/** @throws Failure 409 `too_early` */
export function refuseTooEarly(plan: Subscription, now: Date): void {
  const from = changeFromOf(plan, now);
  if (from === null) return;
  const details = { from: from.toISOString() };
  throw new Failure(409, 'too_early', 'A plan can be changed or canceled after its first full month', { details });
}
