import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { redeem } from '../lane/redeem.ts';
import { isoTime, nextPage, noCache, pageCursor, providerId, siteNumber } from '../values.ts';

/** One customer's data from all sites. Each call returns 404 `customer_not_found` for an unknown customer. */
const ofCustomer = { params: z.object({ id: providerId }), query: z.object({ noCache }) };
const list = { count: z.int(), next_page: nextPage };

/** The sites that did not respond, and the time of the last response, which the list uses instead. */
const missing = z.array(z.object({ site: siteNumber, name: z.string(), asOf: isoTime.nullable() }));

const monthOfUsage = z.object({ year: z.int(), month: z.int(), plan: z.string(), returns: z.int() });
/** One wash; cents. SALEID is missing until the site's Sitewatch has stored the usage. */
const usage = z.object({
  CREATED: isoTime,
  SITE: siteNumber,
  SITENAME: z.string(),
  TERMINAL: z.string().nullable(),
  CODE: z.string().nullable(),
  SALEID: z.int().nullable(),
  TOTAL: z.int(),
  STATUSCODE: z.int(),
});
export type UsageDetail = z.infer<typeof usage>;
export type UsageOfMonth = z.infer<typeof monthOfUsage>;

/** Lists months and washes, newest first. `detail` has pages of 500; `count` is the total. A voided sale is listed but not counted. */
export const customerUsage = endpoint({
  id: 'customerUsage',
  method: 'GET',
  path: '/customer/{id}/usage',
  access: signedIn,
  summary: "A customer's washes at all sites",
  params: ofCustomer.params,
  query: z.object({ noCache, page: pageCursor.optional() }),
  response: z.object({
    summary: z.array(monthOfUsage),
    averages: z.object({ average12: z.number(), average6: z.number() }),
    trend: z.enum(['Rising', 'Falling', 'Stagnant', 'No Usage']),
    badge: z.enum(['none', 'green', 'yellow', 'red']),
    detail: z.array(usage),
    ...list,
  }),
});

const discount = z.object({
  SOURCE_SYSTEM: z.string().nullable(),
  DISCOUNT_TYPE: z.string().nullable(),
  SITE: siteNumber,
  TRANSACTION_DATE: isoTime.nullable(),
  /** Cents. */
  AMOUNT_SAVED: z.int(),
  EXTENDED_DESCRIPTION: z.string().nullable(),
});
export type CustomerDiscount = z.infer<typeof discount>;

/** Lists a customer's discounts, newest first. */
export const customerDiscounts = endpoint({
  id: 'customerDiscounts',
  method: 'GET',
  path: '/customer/{id}/discounts',
  access: signedIn,
  summary: "A customer's discounts at all sites",
  ...ofCustomer,
  response: z.object({ discounts: z.array(discount), missing, ...list }),
});

/**
 * A plate or tag. A code with '~' is disabled. OBJID, the code's id for enabling or disabling, needs SalesManager. CUSTOMER and
 * `sitewatchid`, the customer's ids in Sitewatch, need Admin. Below these roles they are null. `sitewatchid` is from the session's site,
 * otherwise from any site.
 */
const plateOrTag = z.object({ CODE: z.string(), OBJID: z.int().nullable(), CUSTOMER: z.int().nullable(), site: siteNumber });
export type PlateOrTag = z.infer<typeof plateOrTag>;

/** Needs User, the role that is warned of more than two active codes. */
export const customerPlatesAndTags = endpoint({
  id: 'customerPlatesAndTags',
  method: 'GET',
  path: '/customer/{id}/platesandtags',
  access: atLeastRole('User'),
  summary: "A customer's plates and tags at all sites",
  ...ofCustomer,
  response: z.object({ sitewatchid: z.int().nullable(), tags: z.array(plateOrTag), missing, ...list }),
});

const dxt = redeem.response.pick({
  found: true,
  active: true,
  hasAccess: true,
  expires: true,
  priceIncrease: true,
  scheduleId: true,
  PlanName: true,
  id: true,
  type: true,
});
export type CustomerDxt = z.infer<typeof dxt>;

/** Returns a lane's response to the customer's plate, otherwise to the tag. Records nothing. */
export const customerDxt = endpoint({
  id: 'customerDxt',
  method: 'GET',
  path: '/customer/{id}/dxt',
  access: signedIn,
  summary: "A lane's response to a customer's code",
  ...ofCustomer,
  response: dxt,
});
