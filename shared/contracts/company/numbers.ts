import { movementKinds, type MovementKind } from '@washdesk/rules/company/member-months';
import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds, isoTime, nextPage, numberText, pageCursor } from '../values.ts';

/** A month of the calendar, `2026-11`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11');

/** How many members, and cents a month before tax. */
const total = z.object({ members: z.int(), amount: z.int() });
const movements = Object.fromEntries(movementKinds.map((kind) => [kind, total])) as Record<MovementKind, typeof total>;

/** The numbers of a month (docs/rules/company.md#numbers-at-a-glance). */
export const monthTotals = z.object({
  opening: total,
  closing: total,
  movements: z.object(movements),
  present: z.int(),
  washes: z.int(),
  cohorts: z.record(month, z.int()),
});

const monthNumbers = monthTotals.extend({ month });
export type MonthNumbers = z.infer<typeof monthNumbers>;

/** When a site was counted last; `at` is null where it has not been counted yet. Site 0 are the plans that name no site. */
const countedSite = z.object({ site: z.int(), name: z.string().nullable(), at: isoTime.nullable() });
export type CountedSite = z.infer<typeof countedSite>;

/** The oldest month first; empty until they are counted for the first time. */
export const getNumbers = endpoint({
  id: 'getNumbers',
  method: 'GET',
  path: '/numbers',
  access: atLeastRole('SalesManager'),
  summary: 'Members, sign-ups, churn, recovered payments, recurring revenue, washes and cohorts by the month',
  query: z.object({
    /** One site; all of them together without it. */
    site: numberText.optional(),
  }),
  response: z.object({ months: z.array(monthNumbers), sites: z.array(countedSite) }),
});

/**
 * The members behind a number. `members` are those when the month ends, `left` all who left, `failed` all whose renewal failed, `washes` who
 * was a member in the month, `cohort` those of one month of sign-up who are members when the month ends.
 */
export const numberLists = ['members', ...movementKinds, 'left', 'failed', 'washes', 'cohort'] as const;
export type NumberList = (typeof numberLists)[number];

const numberMember = z.object({
  customer: z.string(),
  name: z.string().nullable(),
  plate: z.string().nullable(),
  /** Null for a plan that names no site. */
  site: z.int().nullable(),
  /** Since when they are a member; in a list of what happened, when it did. */
  at: epochSeconds,
  kind: z.enum(movementKinds).nullable(),
  /** Cents: what they paid a month when the month ended, what moved, or what the bill says. */
  amount: z.int(),
  /** How often they washed in the month; only in that list. */
  washes: z.int().nullable(),
});
export type NumberMember = z.infer<typeof numberMember>;

/** 50 a page, the newest first. 404 `month_not_counted`. */
export const numberMembers = endpoint({
  id: 'numberMembers',
  method: 'GET',
  path: '/numbers/members',
  access: atLeastRole('SalesManager'),
  summary: 'The members behind a number of a month',
  query: z.object({
    list: z.enum(numberLists),
    month,
    site: numberText.optional(),
    /** Of the list `cohort`: the month of sign-up. */
    cohort: month.optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({ rows: z.array(numberMember), count: z.int(), next_page: nextPage }),
});
