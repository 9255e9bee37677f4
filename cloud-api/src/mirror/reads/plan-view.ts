import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';

/** @param kept the price that is still kept for the member */
export const viewPlan = (plan: OfferedPlan, kept: string | null): Plan => ({
  PlanId: plan.price,
  PlanName: plan.name,
  PlanPrice: plan.amount,
  ProductId: plan.product,
  ProductName: plan.productName,
  ProductClass: plan.productClass,
  ClubCode: plan.clubCode,
  PlanDuration: plan.duration,
  allow_prorate: plan.allowProrate,
  availableonline: plan.availableOnline ? 1 : 0,
  currentprice: plan.current,
  nextprice: plan.next,
  isNextPrice: plan.price === kept,
});
