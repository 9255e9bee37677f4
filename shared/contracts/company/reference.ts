import { z } from 'zod';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { isCanadianPostalCode } from '@washdesk/rules/customers/customer-entry';
import { maximaBelowMinimum } from '@washdesk/rules/plans/price-ranges';
import { endpoint, exactRole, publicAccess, signedIn } from '../endpoint.ts';
import { numberText } from '../values.ts';

const country = z.enum(['US', 'CA']);

/** Lists the states including the district, the territories, the armed forces and Canada's provinces. */
export const listStates = endpoint({
  id: 'listStates',
  method: 'GET',
  path: '/meta/states',
  access: publicAccess,
  summary: 'States and provinces',
  response: z.object({ states: z.array(z.object({ abbreviation: z.string(), name: z.string(), country })), count: z.int() }),
});

export const reasonKinds = ['discontinue', 'terminate', 'delete'] as const;

/** Lists the reasons in use for ending a plan or customer, in order; with `kind`, those for that operation. */
export const listReasons = endpoint({
  id: 'listReasons',
  method: 'GET',
  path: '/meta/reasons',
  access: signedIn,
  summary: 'Available reasons',
  query: z.object({ kind: z.enum(reasonKinds).optional() }),
  response: z.object({
    reasons: z.array(z.object({ reasonvalue: z.string(), reasontext: z.string(), kinds: z.array(z.enum(reasonKinds)) })),
    count: z.int(),
  }),
});

const cents = z.int().nonnegative().max(maxAmountCents);
const limits = {
  min_price: cents,
  max_car: cents,
  max_truck: cents,
  max_car_commercial: cents,
  max_truck_commercial: cents,
};
/** Cents per month: 22.99 is 2299. */
export const priceRange = z.object({ id: z.int(), product_class: z.string(), ...limits });
export type PriceRange = z.infer<typeof priceRange>;

/** Lists one row per product class. `mode=raw`, the only mode, means cents. */
export const listPriceRanges = endpoint({
  id: 'listPriceRanges',
  method: 'GET',
  path: '/meta/priceranges',
  access: exactRole('PriceManager'),
  summary: 'Allowed prices by product class',
  query: z.object({ mode: z.literal('raw').optional() }),
  response: z.object({ priceranges: z.array(priceRange), count: z.int() }),
});

/**
 * Returns the updated row. 400 if a maximum is below the minimum, 404 `price_range_not_found`. `was` is what the caller saw: 409
 * `changed_meanwhile`, with the current limits, if another user has changed them.
 */
export const savePriceRange = endpoint({
  id: 'savePriceRange',
  method: 'PUT',
  path: '/meta/priceranges/{id}',
  access: exactRole('PriceManager'),
  idempotency: 'optional',
  summary: 'Change the price range of a product class',
  params: z.object({ id: numberText }),
  body: z.object({ ...limits, was: z.object(limits).optional() }).superRefine((range, context) => {
    for (const path of maximaBelowMinimum(range))
      context.addIssue({ code: 'custom', path: [path], message: 'must not be below the lowest price' });
  }),
  response: priceRange,
});

const zip = /^(?<five>\d{5})(?:-?\d{4})?$/;

/** A ZIP code (its first five digits are used); null for a Canadian postal code. */
const postalCode = z
  .string()
  .max(20)
  .transform((text, context) => {
    const typed = text.trim();
    const five = zip.exec(typed)?.groups?.['five'];
    if (five) return five;
    if (isCanadianPostalCode(typed)) return null;
    context.addIssue({ code: 'custom', message: 'must be 5 digits or a Canadian postal code' });
    return z.NEVER;
  });

/**
 * Returns the address data of a postal code (docs/rules/members.md#addresses). `state_id` takes precedence over `state`, the same two
 * letters. A Canadian code returns only the country. 404 `zip_not_found`: the screen uses the location's state.
 */
export const findZip = endpoint({
  id: 'findZip',
  method: 'GET',
  path: '/zipcode/{zip}',
  access: publicAccess,
  summary: 'City and state of a postal code',
  params: z.object({ zip: postalCode }),
  response: z.object({ city: z.string().nullable(), state_id: z.string().nullable(), state: z.string().nullable(), country }),
});

/** As `GET /zipcode/{zip}`, with the limit of the public sign-up: 429 `too_many_requests`. */
export const onlineZip = endpoint({
  id: 'onlineZip',
  method: 'GET',
  path: '/online/zipcode/{zip}',
  access: publicAccess,
  summary: 'City and state of a postal code, for the online sign-up',
  params: findZip.params,
  response: findZip.response,
});
