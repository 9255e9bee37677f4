import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';

/** Cents with tax. `memberships` are charges of plans, `sales` all other charges; `refunds` are positive. */
const amounts = { memberships: z.int(), sales: z.int(), refunds: z.int() };
const revenueAmounts = z.object(amounts);
export type RevenueAmounts = z.infer<typeof revenueAmounts>;

/** `site` is null for charges without one. */
const siteAmounts = z.object({ site: z.int().nullable(), ...amounts });
const dayAmounts = siteAmounts.extend({ day: z.iso.date() });
export type DayRevenue = z.infer<typeof dayAmounts>;

const employeeReductions = z.object({
  /** An employee number, a name in capitals, or `unknown`. */
  seller: z.string(),
  name: z.string().nullable(),
  refunds: z.int(),
  refunded: z.int(),
  /** Charges whose amount the employee changed, and by how much the sales were higher. */
  changedAmounts: z.int(),
  reduced: z.int(),
  freeMonths: z.int(),
  promos: z.int(),
  unpaidReinstatements: z.int(),
  coupons: z.int(),
});
export type EmployeeReductions = z.infer<typeof employeeReductions>;

/** A period of at most 366 whole days, each charge and refund by the date at the charge's site. 400 for a longer or reversed one. */
export const getRevenue = endpoint({
  id: 'getRevenue',
  method: 'GET',
  path: '/revenue',
  access: atLeastRole('SalesManager'),
  summary: 'Charges and refunds by day and site, and refunds and discounts by employee',
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  response: z.object({
    /** Days and sites with charges or refunds, by day. */
    days: z.array(dayAmounts),
    /** Every site of the company, and charges without one if there are any; the sums of `days`. */
    sites: z.array(siteAmounts),
    total: revenueAmounts,
    /** Employees who refunded or gave anything, the largest amount first. */
    employees: z.array(employeeReductions),
  }),
});
export type Revenue = z.infer<typeof getRevenue.response>;
