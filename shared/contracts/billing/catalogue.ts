import { z } from 'zod';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { endpoint, exactRole, signedIn } from '../endpoint.ts';
import { singleKeyUpdate, numberText, providerId, trimmedText } from '../values.ts';
import { plan } from './plans/subscription.ts';

const product = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  metadata: z.record(z.string(), z.string()),
});
export type Product = z.infer<typeof product>;

/** Products by their metadata's sort_order, then by name. */
export const listProducts = endpoint({
  id: 'listProducts',
  method: 'GET',
  path: '/product',
  access: signedIn,
  summary: 'The products',
  response: z.object({ products: z.array(product), count: z.int() }),
});

/** The metadata keys that product management edits (docs/rules/company.md#catalog). */
export const editableProductKeys = [
  productKeys.clubCode,
  productKeys.downgradeClass,
  productKeys.upgradeClass,
  productKeys.productClass,
  productKeys.sortOrder,
  productKeys.stripeRedeem,
] as const;

/** 404 `product_not_found`. */
/**
 * `members` confirms how many members have the plan, for a value that changes what they pay or may do: 409 `confirm_members` with details
 * {members} without it. 409 `changed_meanwhile` if `was` is outdated; 400 for a value that means nothing.
 */
export const editProduct = endpoint({
  id: 'editProduct',
  method: 'POST',
  path: '/product/{id}/metadata',
  access: exactRole('PriceManager'),
  summary: "Change one key of a product's metadata",
  params: z.object({ id: providerId }),
  query: z.object({ members: numberText.optional() }),
  body: singleKeyUpdate(editableProductKeys, trimmedText(500)),
  response: product,
  idempotency: 'required',
});

/** `site` is null if the price names no known site. */
const sitePrice = plan.extend({ site: z.int().nullable() });
export type SitePrice = z.infer<typeof sitePrice>;

/** Lists the prices of every site, or of one product class, by club code, then price. */
export const listPrices = endpoint({
  id: 'listPrices',
  method: 'GET',
  path: '/price',
  access: signedIn,
  summary: 'Prices',
  query: z.object({ productClass: trimmedText(60).optional() }),
  response: z.object({ prices: z.array(sitePrice), count: z.int() }),
});

/** 404 `price_not_found`. */
export const getPrice = endpoint({
  id: 'getPrice',
  method: 'GET',
  path: '/price/{id}',
  access: signedIn,
  summary: 'One price',
  params: z.object({ id: providerId }),
  response: plan,
});

/** Lists the plans a location sells today, by club code, then price. 404 `location_not_found`. */
export const locationPlans = endpoint({
  id: 'locationPlans',
  method: 'GET',
  path: '/location/{id}/plans',
  access: signedIn,
  summary: 'The plans that a location sells',
  params: z.object({ id: providerId }),
  response: z.object({ mode: z.literal('signup'), plans: z.array(plan) }),
});

const locationPrice = z.object({
  sitenumber: z.int(),
  productClass: z.string(),
  planName: z.string(),
  planId: z.string(),
  /** Cents per month. */
  planPrice: z.int(),
  availableonline: z.union([z.literal(0), z.literal(1)]),
});
export type LocationPrice = z.infer<typeof locationPrice>;

const priceProblem = z.object({
  planId: z.string(),
  planName: z.string(),
  productClass: z.string(),
  sitenumber: z.int().nullable(),
  /** Completes "It is …". */
  problem: z.string(),
});
export type PriceProblem = z.infer<typeof priceProblem>;

/** The rows of "All prices" and of the price grid (docs/rules/company.md#catalog): plans sold today, by site, club code and price. */
export const locationPrices = endpoint({
  id: 'locationPrices',
  method: 'GET',
  path: '/location/prices',
  access: exactRole('PriceManager'),
  summary: 'The prices of all locations',
  response: z.object({
    prices: z.array(locationPrice),
    count: z.int(),
    /** Prices with a plan's metadata that are not sold, because they are no monthly dollar price. */
    problems: z.array(priceProblem),
  }),
});
