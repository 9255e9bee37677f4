import { z } from 'zod';

/**
 * One code of a member as a lane sees it (docs/decisions/0007-lanes-without-the-cloud.md). `status` is Stripe's word or
 * Sitewatch's where the plan is not Stripe's; whether it admits is decided by the rules, not here.
 */
export const rosterEntry = z.object({
  seq: z.int().positive(),
  /** Plate, tag or card as rules/codes normalises it. */
  code: z.string().min(1).max(40),
  customer: z.string().max(60),
  planName: z.string().max(60).nullable(),
  productClass: z.string().max(40).nullable(),
  status: z.string().max(30),
  /** A good status is admitted until this instant; null: no end known. */
  goodUntil: z.iso.datetime().nullable(),
  priceIncrease: z.boolean(),
  groups: z.array(z.string().max(60)),
  /** The code left the roster at `seq`; the other fields are its last known ones. */
  removed: z.boolean(),
});
export type RosterEntry = z.infer<typeof rosterEntry>;

/** `since` is the number the agent stands at; 0 asks for a snapshot. */
export const rosterQuery = z.object({ since: z.coerce.number().int().nonnegative() });

/**
 * One page. Entries come in rising `seq`, and `seq` is where the agent stands once the page is stored.
 * - full: the page begins a snapshot, so everything stored before is dropped
 * - more: another page follows at once, asked for with `since = seq`
 */
export const rosterPage = z.object({
  seq: z.int().nonnegative(),
  full: z.boolean(),
  entries: z.array(rosterEntry),
  more: z.boolean(),
});
export type RosterPage = z.infer<typeof rosterPage>;
