import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { codeText, isoTime, nextPage, numberText, siteNumber, trimmedText } from '../values.ts';

/** A sale in a site's Sitewatch; cents. STATUSCODE: 0 closed, 1 voided. PLANNAME: the club plan redeemed. */
const sale = z.object({
  SITE: siteNumber,
  SITENAME: z.string(),
  SALEID: z.int(),
  CREATED: isoTime,
  TERMINAL: z.string().nullable(),
  EMPLOYEE: z.int().nullable(),
  CODE: z.string().nullable(),
  /** The member with the code, who so counts as seen (docs/rules/access.md#seeing-customers); null for anyone else. */
  CUSTOMER: z.string().nullable(),
  PLANNAME: z.string().nullable(),
  TOTAL: z.int(),
  TAX: z.int(),
  STATUSCODE: z.int(),
});
export type Sale = z.infer<typeof sale>;

const saleDetail = sale.extend({
  ITEMS: z.array(z.object({ NAME: z.string(), QTY: z.int(), AMOUNT: z.int() })),
  TENDERS: z.array(z.object({ TENDERTYPE: z.string(), AMOUNT: z.int(), REFERENCE: z.string().nullable() })),
  DISCOUNTS: z.array(
    z.object({ DISCOUNT_TYPE: z.string().nullable(), AMOUNT_SAVED: z.int(), EXTENDED_DESCRIPTION: z.string().nullable() }),
  ),
});
export type SaleDetail = z.infer<typeof saleDetail>;

/** A site by any of its Sitewatch numbers: 1812 and 12 are the same. 400 `invalid_site` 'Invalid Site Number Detected'. */
const anySiteNumber = trimmedText(6);

/**
 * Lists the newest hundred sales of a plate or unlimited number at the session's site. Another `site` needs SalesManager: 403 `forbidden`.
 * 400 `invalid_site`, 409 `no_location`, 503 `site_unreachable`.
 */
export const listSales = endpoint({
  id: 'listSales',
  method: 'GET',
  path: '/firebird/sales',
  access: signedIn,
  summary: 'Sales of a plate or tag',
  query: z.object({ code: codeText, site: anySiteNumber.optional() }),
  response: z.object({ sales: z.array(sale), count: z.int(), next_page: nextPage }),
});

/**
 * Returns one sale. A site other than the session's needs SalesManager: 403 `forbidden`. 400 `invalid_site`, 404 `sale_not_found` 'No
 * Records Found', 503 `site_unreachable`.
 */
export const getSale = endpoint({
  id: 'getSale',
  method: 'GET',
  path: '/firebird/saledetails/{site}/{sale}',
  access: signedIn,
  summary: 'One sale of a site',
  params: z.object({ site: anySiteNumber, sale: numberText }),
  response: saleDetail,
});
