import { z } from 'zod';
import { movementKinds, type MovementKind } from '@washdesk/rules/company/member-months';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds, isoTime, nextPage, numberText, pageCursor } from '../values.ts';

/** A calendar month, `2026-11`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11');

/** The number of members, and cents per month before tax. */
const total = z.object({ members: z.int(), amount: z.int() });
const movements = Object.fromEntries(movementKinds.map((kind) => [kind, total])) as Record<MovementKind, typeof total>;

/** The metrics of a month (docs/rules/company.md#metrics). */
export const monthTotals = z.object({
  opening: total,
  closing: total,
  movements: z.object(movements),
  present: z.int(),
  washes: z.int(),
  cohorts: z.record(month, z.int()),
});

const monthMetrics = monthTotals.extend({ month });
export type MonthMetrics = z.infer<typeof monthMetrics>;

/** When a site was last counted; `at` is null if never. Site 0 means plans without a site. */
const countedSite = z.object({ site: z.int(), name: z.string().nullable(), at: isoTime.nullable() });
export type CountedSite = z.infer<typeof countedSite>;

/** Lists months, oldest first; empty before the first count. */
export const getMetrics = endpoint({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: atLeastRole('SalesManager'),
  summary: 'Members, sign-ups, churn, recovered payments, recurring revenue, washes and cohorts by month',
  query: z.object({
    /** Default: all sites together. */
    site: numberText.optional(),
  }),
  response: z.object({ months: z.array(monthMetrics), sites: z.array(countedSite) }),
});

/**
 * The member lists behind the metrics. `members`: members at the month's end; `left`: everyone who left; `failed`: everyone whose renewal
 * failed; `washes`: everyone who was a member in the month; `cohort`: members at the month's end who signed up in one given month.
 */
export const metricLists = ['members', ...movementKinds, 'left', 'failed', 'washes', 'cohort'] as const;
export type MetricList = (typeof metricLists)[number];

const metricMember = z.object({
  customer: z.string(),
  name: z.string().nullable(),
  plate: z.string().nullable(),
  /** Null for a plan without a site. */
  site: z.int().nullable(),
  /** The start of the membership; in a list of events, the time of the event. */
  at: epochSeconds,
  kind: z.enum(movementKinds).nullable(),
  /** Cents: the monthly amount at the month's end, the change, or the bill. */
  amount: z.int(),
  /** Washes in the month; only in the list `washes`. */
  washes: z.int().nullable(),
});
export type MetricMember = z.infer<typeof metricMember>;

/** Lists members, newest first, 50 per page. 404 `month_not_counted`. */
export const metricMembers = endpoint({
  id: 'metricMembers',
  method: 'GET',
  path: '/metrics/members',
  access: atLeastRole('SalesManager'),
  summary: 'The members behind a metric of a month',
  query: z.object({
    list: z.enum(metricLists),
    month,
    site: numberText.optional(),
    /** For the list `cohort`: the month of the sign-up. */
    cohort: month.optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({ rows: z.array(metricMember), count: z.int(), next_page: nextPage }),
});
