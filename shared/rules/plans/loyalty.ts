import { suitsPlate } from './plan-choice.ts';
import { isPlusClass } from '../company/product-classes.ts';

/** The groups of the loyalty system by which gates let members in (docs/rules/members.md#loyalty). */
export const loyaltyGroups = ['Active Unlimited PLUS members', 'Active Unlimited Plans', 'None'] as const;

export type LoyaltyGroup = (typeof loyaltyGroups)[number];

/** The groups of a customer who is in none. */
export const noGroups: readonly LoyaltyGroup[] = ['None'];

interface Membership {
  /** Whether the plan is active, trialing or past due. */
  admitted: boolean;
  productClass: string | null;
  /** Tells interior plans from wash plans. */
  clubCode: string | null;
  /** The member's plate code, empty for none. */
  plate: string;
}

/**
 * The groups of a member. An interior plan counts for a plate that ends in HI, a wash plan for any other: on the wrong plate a plan opens
 * no gate, for a member who pays for the interior alone would be washed for nothing.
 */
export function groupsFor({ admitted, productClass, clubCode, plate }: Membership): LoyaltyGroup[] {
  if (!admitted || !suitsPlate({ clubCode: clubCode ?? '' }, plate)) return [...noGroups];
  return [productClass && isPlusClass(productClass) ? 'Active Unlimited PLUS members' : 'Active Unlimited Plans'];
}
