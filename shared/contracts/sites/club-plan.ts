import { z } from 'zod';
import { atLeastRole, endpoint, exactRole } from '../endpoint.ts';
import { numberText, trimmedText } from '../values.ts';

/** A club plan of one Sitewatch (docs/rules/sites.md#club-plans). Text lengths are limited to what Sitewatch can store. */
const editable = {
  name: trimmedText(40).min(1, 'must not be empty'),
  /** The item that a wash with this plan sells. */
  redeemId: z.int32().positive().nullable(),
  /** The club code: one letter. */
  clubaccess: trimmedText(1)
    .transform((letter) => letter.toUpperCase() || null)
    .nullable(),
  isstripe: z.boolean(),
  productClass: trimmedText(30)
    .transform((text) => text || null)
    .nullable(),
  active: z.boolean(),
};

const clubPlan = z.object({
  objid: z.int(),
  name: z.string(),
  redeemId: z.int().nullable(),
  clubaccess: z.string().nullable(),
  isstripe: z.boolean(),
  productClass: z.string().nullable(),
  active: z.boolean(),
});
export type ClubPlanView = z.infer<typeof clubPlan>;

/** Each site's Sitewatch has its own plans. 409 `no_location`, 503 `site_unreachable`. */
export const listClubPlans = endpoint({
  id: 'listClubPlans',
  method: 'GET',
  path: '/config/clubplans',
  access: atLeastRole('SalesManager'),
  summary: "The club plans in the Sitewatch of the session's site",
  response: z.object({ clubplans: z.array(clubPlan), count: z.int() }),
});

/**
 * Changes the given fields and returns the whole plan. 404 `club_plan_not_found`; 409 `changed_meanwhile`, `no_location`, or `refused` if Sitewatch rejects it;
 * 503 `site_unreachable`: nothing was changed; 503 `outcome_unknown`: saving again is safe.
 */
export const saveClubPlan = endpoint({
  id: 'saveClubPlan',
  method: 'PUT',
  path: '/config/clubplans/{objid}',
  access: exactRole('PriceManager'),
  idempotency: 'natural',
  summary: "Change a club plan in the Sitewatch of the session's site",
  params: z.object({ objid: numberText }),
  body: z
    .object(editable)
    .partial()
    .extend({ was: z.object(editable).partial().optional() })
    .refine((change) => Object.entries(change).some(([field, value]) => field !== 'was' && value !== undefined), 'must name a field'),
  response: clubPlan,
});
