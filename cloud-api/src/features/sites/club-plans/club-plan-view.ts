import type { z } from 'zod';
import type { ClubPlanView, saveClubPlan } from '@washdesk/contracts/sites/club-plan';
import type { ClubPlan } from '@washdesk/site-protocol/sitewatch';

export type ClubPlanChange = Omit<z.output<typeof saveClubPlan.body>, 'was'>;

/** Returns a club plan in the contract's form (docs/rules/sites.md#club-plans). */
export const viewClubPlan = ({ objid, name, redeemId, clubAccess, isStripe, productClass, active }: ClubPlan): ClubPlanView => ({
  objid,
  name,
  redeemId,
  clubaccess: clubAccess,
  isstripe: isStripe,
  productClass,
  active,
});

/** Returns a change of a club plan with the protocol's field names, changed fields only. */
export const requestedClubPlan = ({ clubaccess, isstripe, ...same }: ClubPlanChange): Partial<ClubPlan> =>
  present({ ...same, clubAccess: clubaccess, isStripe: isstripe });

const present = (plan: { [K in keyof ClubPlan]?: ClubPlan[K] | undefined }): Partial<ClubPlan> =>
  Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
