import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { codeText, epochSeconds, nextPage, noCache, pageCursor, plainText, providerId } from '../values.ts';

const plan = z.object({
  id: z.string(),
  nickname: z.string().nullable(),
  /** Cents per month. */
  amount: z.int().nullable(),
  product: z.object({ id: z.string(), name: z.string(), metadata: z.record(z.string(), z.string()) }).nullable(),
});

export const customerSubscription = z.object({
  id: z.string(),
  status: z.string(),
  created: epochSeconds,
  current_period_start: epochSeconds.nullable(),
  current_period_end: epochSeconds.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: epochSeconds.nullable(),
  ended_at: epochSeconds.nullable(),
  /** The cost with tax as it is billed: "$31.49 a month with tax", "2 × $29.99 a month"; null if no price is known. */
  terms: z.string().nullable(),
  plan: plan.nullable(),
  /** Sold online, and no cashier has completed it; missing otherwise. */
  incomplete: z.literal(true).optional(),
});

/** The payment provider's customer as screens read it, from the mirror. */
export const customer = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  created: epochSeconds,
  deleted: z.boolean(),
  tax_exempt: z.string().nullable(),
  address: z
    .object({
      line1: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      postal_code: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
  metadata: z.record(z.string(), z.string()),
  subscriptions: z.object({ data: z.array(customerSubscription) }),
  cards: z.array(z.object({ brand: z.string(), last4: z.string() })),
});
export type Customer = z.infer<typeof customer>;

/** The customer with derived data (docs/rules/members.md#customer). */
export const customerDetail = customer.extend({
  firstName: z.string(),
  lastName: z.string(),
  isCommercial: z.boolean(),
  isTruck: z.boolean(),
  isBusinessSelect: z.boolean(),
  isFleet: z.boolean(),
  isUberLyft: z.boolean(),
  createdOnline: z.boolean(),
  /** Whether they signed up online and no cashier has completed the sign-up. */
  incomplete: z.boolean(),
  bademail: z.boolean(),
  /** The product class of the running plan, or 'Not Active'. */
  planType: z.string(),
  loyaltyGroups: z.array(z.string()),
  /** The price still kept for the member; null after it expires. */
  nextPrice: z.object({ price: z.string(), expires: epochSeconds }).nullable(),
  invoice_settings: z.object({ default_payment_method: z.string().nullable() }),
});
export type CustomerDetail = z.infer<typeof customerDetail>;

/** Sent with every response about one customer. */
export const dataAge = {
  /** Seconds since the last read from Stripe. */
  age: z.int().nonnegative(),
  /** `noCache=true` was requested and Stripe did not respond. */
  stale: z.boolean(),
};

/**
 * Searches customers by plate, tag, name, phone, email, last 4 or part of a plate; best match first, ten per page. `count` is at most 50;
 * `more` means there are more.
 */
export const searchCustomers = endpoint({
  id: 'searchCustomers',
  method: 'GET',
  path: '/customer/search/{term}',
  access: signedIn,
  summary: 'Search customers',
  params: z.object({ term: plainText(80).min(1, 'Please specify a search value') }),
  query: z.object({ page: pageCursor.optional() }),
  response: z.object({ customers: z.array(customer), count: z.int(), more: z.boolean(), next_page: nextPage }),
});

/** For a search without results: suggests at most three customers whose plate, tag or name differs from the term by one typo. */
export const suggestCustomers = endpoint({
  id: 'suggestCustomers',
  method: 'GET',
  path: '/customer/suggestion/{term}',
  access: signedIn,
  summary: 'Customers similar to a search term',
  params: z.object({ term: plainText(80).min(1, 'Please specify a search value') }),
  response: z.object({ customers: z.array(customer) }),
});

/** Lists customers with exactly this plate or tag. */
export const customerCheck = endpoint({
  id: 'customerCheck',
  method: 'GET',
  path: '/customer/customercheck/{code}',
  access: signedIn,
  summary: 'The customers with a plate or tag',
  params: z.object({ code: codeText }),
  response: z.object({ customers: z.array(customer) }),
});

/** 404 `customer_not_found`. */
export const customerGeneral = endpoint({
  id: 'customerGeneral',
  method: 'GET',
  path: '/customer/{id}/general',
  access: signedIn,
  summary: 'One customer',
  params: z.object({ id: providerId }),
  query: z.object({ noCache }),
  response: customerDetail.extend(dataAge),
});
