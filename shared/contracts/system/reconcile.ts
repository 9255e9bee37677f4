import { z } from 'zod';
import { differenceKinds, type DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, nextPage, numberText, pageCursor, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

export const differenceKind = z.enum(Object.keys(differenceKinds) as [DifferenceKindName, ...DifferenceKindName[]]);

/**
 * - open: both sides differ
 * - repaired: the wrong side was written; can be undone
 * - undone: the repair was undone
 * - gone: the difference ended without a repair of it
 * - dismissed: a person decided that it may stay, until its values change
 */
export const differenceState = z.enum(['open', 'repaired', 'undone', 'gone', 'dismissed']);

export const difference = z.object({
  id: uuid,
  kind: differenceKind,
  /** Null for a payment without a customer, and for a customer of Sitewatch whom Washdesk does not have. */
  customer: z.string().nullable(),
  /** The name of the person or payment; null if it is unknown. */
  name: z.string().nullable(),
  site: z.int().nullable(),
  siteName: z.string().nullable(),
  /** A plan or a code; '' for the customer as a whole. */
  about: z.string(),
  /** What the right and the wrong side have. */
  fields: z.array(z.object({ name: z.string(), right: z.string().nullable(), wrong: z.string().nullable() })),
  /** A sentence; null if the cause is unknown. */
  cause: z.string().nullable(),
  state: differenceState,
  found: isoTime,
  lastSeen: isoTime,
  settled: isoTime.nullable(),
  /** Who repaired, undid or dismissed it. */
  by: z.string().nullable(),
  /** Why it was dismissed. */
  why: z.string().nullable(),
  /** Whether a repair in the background is requested. */
  repairing: z.boolean(),
  /** Why the last repair did not succeed. */
  failure: z.string().nullable(),
});
export type DifferenceView = z.infer<typeof difference>;

const comparison = z.object({
  /** The one site that is compared; null for everything. */
  site: z.int().nullable(),
  requestedBy: z.string().nullable(),
  /** Null for one that waits. */
  started: isoTime.nullable(),
  finished: isoTime.nullable(),
  /** The current part: a screen, `confirm`, `confirm-last` or `recheck`. */
  stage: z.string().nullable(),
  /** Objects compared so far, by part. */
  compared: z.record(z.string(), z.int()),
});
export type ComparisonView = z.infer<typeof comparison>;

const comparedSystem = z.object({
  system: z.enum(['stripe', 'roster', 'sitewatch', 'loyalty']),
  /** Only for Sitewatch. */
  site: z.int().nullable(),
  siteName: z.string().nullable(),
  /** When all of it was last read; null for never. */
  compared: isoTime.nullable(),
  /** Since when it can't be compared, and why, as a sentence. */
  waiting: z.object({ since: isoTime, reason: z.string() }).nullable(),
});
export type ComparedSystemView = z.infer<typeof comparedSystem>;

const differenceGroup = z.object({
  kind: differenceKind,
  open: z.int(),
  repairing: z.int(),
  failed: z.int(),
  oldest: isoTime,
});
export type DifferenceGroup = z.infer<typeof differenceGroup>;

/** Returns the comparisons in progress, the last finished one of everything, when each system was compared, and the open differences by kind. */
export const reconcileStatus = endpoint({
  id: 'reconcileStatus',
  method: 'GET',
  path: '/reconcile',
  access: atLeastRole('Admin'),
  summary: 'Comparisons of all systems, and open differences by kind',
  query: z.object({ site: numberText.optional() }),
  response: z.object({
    running: z.array(comparison),
    last: comparison.nullable(),
    /** Stripe, the lanes, each site’s Sitewatch (or that of the one site), and the loyalty system. */
    systems: z.array(comparedSystem),
    groups: z.array(differenceGroup),
  }),
});

/** Compares everything, or one site's Sitewatch, in the background. One that waits or runs is not repeated. 404 `site_unknown`. */
export const startComparison = endpoint({
  id: 'startComparison',
  method: 'POST',
  path: '/reconcile/comparisons',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Compare all systems, or one site, now',
  body: z.object({ site: siteNumber.nullable() }),
  response: z.object({ running: z.array(comparison) }),
});

/**
 * Compares one customer in all systems and at every site now. `notCompared`: sentences about systems that did not respond, or have a change
 * in progress. 404 `customer_not_found`.
 */
export const compareCustomer = endpoint({
  id: 'compareCustomer',
  method: 'POST',
  path: '/reconcile/customers/{id}/compare',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Compare one customer in all systems now',
  params: z.object({ id: providerId }),
  response: z.object({ differences: z.array(difference), notCompared: z.array(z.string()) }),
});

/** Lists differences, newest first, 30 per page. Default without `state`: open ones. `settled`: all others. */
export const listDifferences = endpoint({
  id: 'listDifferences',
  method: 'GET',
  path: '/reconcile/differences',
  access: atLeastRole('Admin'),
  summary: 'Differences between systems',
  query: z.object({
    kind: differenceKind.optional(),
    site: numberText.optional(),
    customer: providerId.optional(),
    state: z.enum(['open', 'settled']).optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({ results: z.array(difference), next_page: nextPage }),
});

const one = z.object({ difference });

/**
 * Writes the right values to the wrong side; nothing at Stripe. 404 `difference_not_found`, 409 `not_open`, `needs_person`, `in_progress`,
 * `refused`, `still_differs`, 503 `site_unreachable`, `still_pending`, `loyalty_unavailable`.
 */
export const repairDifference = endpoint({
  id: 'repairDifference',
  method: 'POST',
  path: '/reconcile/differences/{id}/repair',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Repair a difference',
  params: z.object({ id: uuid }),
  response: one,
});

/**
 * Repairs all open differences of a kind in the background. `count`: how many the caller confirmed. 409 `count_changed` with details
 * {count}, `needs_person`.
 */
export const repairDifferences = endpoint({
  id: 'repairDifferences',
  method: 'POST',
  path: '/reconcile/repair',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Repair all differences of a kind',
  body: z.object({ kind: differenceKind, site: siteNumber.nullable(), count: z.int().nonnegative() }),
  response: z.object({ repairing: z.int() }),
});

/**
 * Puts back what the repair replaced. 404 `difference_not_found`, 409 `not_repaired`, `in_progress`, `changed_since` if the side has changed
 * since the repair, otherwise as a repair.
 */
export const undoRepair = endpoint({
  id: 'undoRepair',
  method: 'POST',
  path: '/reconcile/differences/{id}/undo',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Undo the repair of a difference',
  params: z.object({ id: uuid }),
  response: one,
});

/** Leaves the difference as it is, until its values change. The reason is stored. 404 `difference_not_found`, 409 `not_open`. */
export const dismissDifference = endpoint({
  id: 'dismissDifference',
  method: 'POST',
  path: '/reconcile/differences/{id}/dismiss',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Dismiss a difference with a reason',
  params: z.object({ id: uuid }),
  body: z.object({ reason: trimmedText(500).min(1, 'must not be empty') }),
  response: one,
});
