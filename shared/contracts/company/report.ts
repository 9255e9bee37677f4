import { z } from 'zod';
import { mostActiveCodes } from '@washdesk/rules/codes/active-codes';
import { atLeastRole, endpoint, exactRole } from '../endpoint.ts';
import { isoTime, nextPage, numberText, pageCursor } from '../values.ts';

/**
 * When each site's codes were last copied, which is the age of the figures. Copies run several times a day; `at` is null if none succeeded.
 */
const copiedSites = z.array(z.object({ site: z.int(), name: z.string(), at: isoTime.nullable() }));
export type CopiedSite = z.infer<typeof copiedSites>[number];

const manyCodesRow = z.object({ customer: z.string(), name: z.string().nullable(), count: z.int() });

/** Customers with more than two active plates and tags, counted once over all sites, most codes first. */
const manyCodesReport = z.object({
  id: z.literal(1),
  rows: z.array(manyCodesRow),
  /** The number of customers per number of codes. */
  distribution: z.array(z.object({ codes: z.int(), customers: z.int() })),
  sites: copiedSites,
  count: z.int(),
  next_page: nextPage,
});

/** Online sign-up attempts by existing customers, by day (UTC), newest first. */
const onlineAttemptsReport = z.object({
  id: z.literal(2),
  rows: z.array(z.object({ date: z.iso.date(), count: z.int() })),
  count: z.int(),
  next_page: nextPage,
});
/** Charges whose amount a person changed (AllowManualEntry), newest first; cents. `total` covers all of them. */
const changedAmountsReport = z.object({
  id: z.literal(3),
  rows: z.array(
    z.object({
      charge: z.string(),
      at: isoTime,
      site: z.int().nullable(),
      employee: z.string().nullable(),
      sale: z.string().nullable(),
      original: z.int(),
      charged: z.int(),
      reason: z.string().nullable(),
    }),
  ),
  total: z.object({ original: z.int(), charged: z.int() }),
  count: z.int(),
  next_page: nextPage,
});
export type ChangedAmountsReport = z.infer<typeof changedAmountsReport>;
export type ManyCodesReport = z.infer<typeof manyCodesReport>;
export type OnlineAttemptsReport = z.infer<typeof onlineAttemptsReport>;

const codesAtLeast = numberText.pipe(
  z
    .number()
    .min(mostActiveCodes + 1)
    .max(1_000),
);
const pageQuery = {
  page: pageCursor.optional(),
  /** Limits report 1 to customers with at least this many codes. */
  least: codesAtLeast.optional(),
};

/** 50 rows per page; as CSV, all. 404 `report_not_found`. */
export const getReport = endpoint({
  id: 'getReport',
  method: 'GET',
  path: '/reports/{id}',
  access: exactRole('Reporter'),
  summary: 'A report: 1 customers with many active codes, 2 online sign-up attempts by existing customers, 3 changed amounts',
  params: z.object({ id: numberText }),
  query: z.object(pageQuery),
  response: z.discriminatedUnion('id', [manyCodesReport, onlineAttemptsReport, changedAmountsReport]),
  csv: true,
});

const multiCodeCustomer = manyCodesRow.extend({ email: z.string().nullable(), codes: z.array(z.string()) });
export type MultiCodeCustomer = z.infer<typeof multiCodeCustomer>;

/** Lists the customers of report 1 with their codes, 50 per page. */
export const multiActiveCodes = endpoint({
  id: 'multiActiveCodes',
  method: 'GET',
  path: '/reports/MultiActiveCodesByCustomers',
  access: atLeastRole('Admin'),
  summary: 'Customers with more than two active codes',
  query: z.object(pageQuery),
  response: z.object({ customers: z.array(multiCodeCustomer), sites: copiedSites, count: z.int(), next_page: nextPage }),
});
