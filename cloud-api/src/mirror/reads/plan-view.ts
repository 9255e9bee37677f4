import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';

/**
 * @param kept the price that is still kept for the member
 * @param rates of the member's invoices, or of new plans at the site
 */
export const viewPlan = (plan: OfferedPlan, kept: string | null, rates: readonly TaxRate[]): Plan => ({
  PlanId: plan.price,
  PlanName: plan.name,
  PlanPrice: plan.amount,
  PlanTotal: withTax(plan.amount, rates),
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
