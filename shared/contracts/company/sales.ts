import { z } from 'zod';
import { giftKinds } from '@washdesk/rules/billing/gift-limits';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cappedCount, isoTime, nextPage, numberText, pageCursor, trimmedText } from '../values.ts';

const salesManager = atLeastRole('SalesManager');

/** A period of whole days, each sale by the date at its site; default: the last 90 days at the session's site. */
const period = { from: z.iso.date().optional(), to: z.iso.date().optional(), site: numberText.optional() };

export const salesOrders = ['name', 'signUps', 'upgrades', 'left', 'rate'] as const;
export type SalesOrder = (typeof salesOrders)[number];

const figures = { signUps: z.int(), upgrades: z.int(), left: z.int() };
/** What an employee gave without money in the period, by kind (docs/rules/billing.md#limits-of-gifts). */
const gifts = z.object({
  seller: z.string(),
  name: z.string(),
  given: z.record(z.enum(giftKinds), z.int()),
  /** Gifts above a limit, which someone approved. */
  approved: z.int(),
});
export type GiftsOfEmployee = z.infer<typeof gifts>;
/** `seller` is an employee number, a client id, a name in capitals, `online`, or `unknown`. */
const employee = z.object({ seller: z.string(), name: z.string().nullable(), ...figures });
export type SalesOfEmployee = z.infer<typeof employee>;

/** Lists employees, 50 per page; as CSV, all. 400 for an unknown site. */
export const salesByEmployee = endpoint({
  id: 'salesByEmployee',
  method: 'GET',
  path: '/sales/employees',
  access: salesManager,
  summary: 'Sign-ups, upgrades and early cancellations by employee',
  query: z.object({
    ...period,
    sort: z.enum(salesOrders).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    rows: z.array(employee),
    /** For the whole period, not only this page. */
    total: z.object(figures),
    /** The reasons of early cancellations, most frequent first. */
    reasons: z.array(z.object({ reason: z.string(), left: z.int() })),
    /** Employees who gave anything, most first; at most 200. */
    gifts: z.array(gifts),
    count: z.int(),
    next_page: nextPage,
  }),
  csv: true,
});

export type EmployeeSales = z.infer<typeof salesByEmployee.response>;

export const soldLists = ['signUps', 'upgrades', 'left'] as const;
export type SoldList = (typeof soldLists)[number];

const sold = z.object({
  id: z.string(),
  at: isoTime,
  site: z.int().nullable(),
  seller: z.string(),
  sellerName: z.string().nullable(),
  customer: z.string(),
  name: z.string().nullable(),
  plate: z.string().nullable(),
  /** The current plan, or the plan after an upgrade; `former` is the plan before the upgrade. */
  plan: z.string().nullable(),
  former: z.string().nullable(),
  /** When and why a sign-up was canceled, early or not. */
  leftAt: isoTime.nullable(),
  reason: z.string().nullable(),
});
export type SoldPlan = z.infer<typeof sold>;

/** Lists the sales behind a figure, newest first, 50 per page; as CSV, all. */
export const soldPlans = endpoint({
  id: 'soldPlans',
  method: 'GET',
  path: '/sales/list',
  access: salesManager,
  summary: 'The sign-ups, upgrades or early cancellations behind a figure',
  query: z.object({
    ...period,
    list: z.enum(soldLists),
    seller: trimmedText(80).optional(),
    reason: trimmedText(500).optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({ rows: z.array(sold), ...cappedCount, next_page: nextPage }),
  csv: true,
});
