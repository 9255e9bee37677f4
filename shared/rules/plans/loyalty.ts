import { isPlusClass } from '../company/product-classes.ts';
import { suitsPlate } from './plan-choice.ts';

/** The groups of the loyalty system that gates use to admit members (docs/rules/members.md#loyalty). */
export const loyaltyGroups = ['Active Unlimited PLUS members', 'Active Unlimited Plans', 'None'] as const;

export type LoyaltyGroup = (typeof loyaltyGroups)[number];

/** The groups of a customer who belongs to none. */
export const noGroups: readonly LoyaltyGroup[] = ['None'];

interface Membership {
  /** Whether the plan is active, trialing or past due. */
  admitted: boolean;
  productClass: string | null;
  /** Distinguishes interior plans from wash plans. */
  clubCode: string | null;
  /** The member's plate code, empty for none. */
  plate: string;
}

/**
 * Returns a member's groups. An interior plan applies to a plate that ends in HI, a wash plan to any other. On the wrong plate a plan opens
 * no gate: otherwise a member who pays only for the interior would be washed for free.
 */
export function groupsFor({ admitted, productClass, clubCode, plate }: Membership): LoyaltyGroup[] {
  if (!admitted || !suitsPlate({ clubCode: clubCode ?? '' }, plate)) return [...noGroups];
  return [productClass && isPlusClass(productClass) ? 'Active Unlimited PLUS members' : 'Active Unlimited Plans'];
}
