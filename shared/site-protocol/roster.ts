import { z } from 'zod';

/**
 * One member's code as a lane sees it (docs/decisions/0007-lanes-without-the-cloud.md). `status` is Stripe's, or Sitewatch's if the plan is
 * not at Stripe; the rules decide whether it admits.
 */
export const rosterEntry = z.object({
  seq: z.int().positive(),
  /** Plate, tag or card, normalized by rules/codes. */
  code: z.string().min(1).max(40),
  customer: z.string().max(60),
  planName: z.string().max(60).nullable(),
  productClass: z.string().max(40).nullable(),
  status: z.string().max(30),
  /** A good status is admitted until this instant; null if no end is known. */
  goodUntil: z.iso.datetime().nullable(),
  priceIncrease: z.boolean(),
  groups: z.array(z.string().max(60)),
  /** The code was removed from the roster at `seq`; the other fields are its last known values. */
  removed: z.boolean(),
});
export type RosterEntry = z.infer<typeof rosterEntry>;

/** `since` is the agent's current number; 0 requests a snapshot. `most` limits the entries of the page. */
export const rosterQuery = z.object({
  since: z.coerce.number().int().nonnegative(),
  most: z.coerce.number().int().min(1).max(5_000).default(1_000),
});

const checksum = z.string().regex(/^[0-9a-f]{16}$/);

/**
 * One page. Entries are in ascending `seq`; the page's `seq` is the agent's number once it is stored.
 * - full: the page starts a snapshot, so everything stored before is dropped
 * - more: another page follows; request it with `since = seq`
 * - checksum: of the page's entries
 * - whole: the checksum of the whole roster at `seq`, without removed entries; only in the last page
 * - redeemWindowMs: the company's setting, for lanes
 * The release before has no checksums and no redeem window.
 */
export const rosterPage = z.object({
  seq: z.int().nonnegative(),
  full: z.boolean(),
  entries: z.array(rosterEntry),
  more: z.boolean(),
  checksum: checksum.optional(),
  whole: checksum.optional(),
  redeemWindowMs: z.int().positive().optional(),
});
export type RosterPage = z.infer<typeof rosterPage>;
