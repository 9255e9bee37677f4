import type { z } from 'zod';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { listRestartPlans, previewMemberPlan } from '@washdesk/contracts/members/member-plan';
import { Failure } from '../../../common/failure.ts';

type OfferedPlan = z.input<typeof listRestartPlans.response>['plans'][number];
type PlanCost = z.input<typeof previewMemberPlan.response>;

export const offeredView = ({ PlanId, PlanName, PlanPrice, PlanTotal }: Plan): OfferedPlan => ({
  id: PlanId,
  name: PlanName,
  amount: PlanPrice,
  total: PlanTotal,
});

/** @param total per month with tax, if a coupon lowers the next bill alone */
export function planCostOf({ due_today, tax, proration_date, next }: Preview, total: number): PlanCost {
  const bill = next && { date: new Date(next.date * 1_000).toISOString(), amount: next.amount, monthly: next.monthly ?? total };
  return { due_today, tax, proration_date, next: bill };
}

/** A cashier is refused without targets, or without a location for a plan of no site; a member has nothing to choose. */
export async function noneIfMissing<T>(found: Promise<T[]>): Promise<T[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.code === 'no_location')) return [];
    throw error;
  }
}
