import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { isoTime, jsonValue, providerId, trimmedText } from '../values.ts';

/** Why a customer's data is erased: a list, because a typed reason would itself be personal. */
export const erasureReasons = ['requested', 'duplicate', 'test-data', 'retention'] as const;

/** Where an erasure is: our own stores, one site's Sitewatch, or Stripe. */
const erasureStep = z.object({
  target: z.string(),
  state: z.enum(['done', 'waiting', 'problem']),
  /** What it waits for, or what a person must do; null if done. */
  detail: z.string().nullable(),
});

const erasure = z.object({
  id: z.uuid(),
  /** Null when finished: the erasure itself no longer names the customer. */
  customer: z.string().nullable(),
  /** The id in the rows that stay for the books. */
  alias: z.string(),
  asked: isoTime,
  askedBy: z.string(),
  finished: isoTime.nullable(),
  steps: z.array(erasureStep),
  /** Rows removed or emptied so far. */
  rows: z.int(),
});
export type ErasureView = z.infer<typeof erasure>;

const id = z.object({ id: providerId });

/** What is stored about a customer, and what prevents an erasure. 404 `customer_not_found` */
export const customerData = endpoint({
  id: 'customerData',
  method: 'GET',
  path: '/customer/{id}/data',
  access: atLeastRole('SupportCenter'),
  summary: 'What is stored about a customer',
  params: id,
  response: z.object({
    customer: z.string(),
    name: z.string().nullable(),
    deleted: z.boolean(),
    /** Rows by table, without empty ones. */
    tables: z.array(z.object({ table: z.string(), rows: z.int() })),
    /** Sites whose Sitewatch has the customer. */
    sites: z.array(z.object({ site: z.int(), name: z.string() })),
    /** Reasons why the customer can't be erased now; empty if nothing prevents it. */
    obstacles: z.array(z.string()),
    erasure: erasure.nullable(),
  }),
});
export type CustomerData = z.infer<typeof customerData.response>;

/** Everything that is linked to a customer by id, for the customer. The export is audited. 404 `customer_not_found` */
export const exportCustomerData = endpoint({
  id: 'exportCustomerData',
  method: 'GET',
  path: '/customer/{id}/data/export',
  access: atLeastRole('SupportCenter'),
  summary: 'Export everything stored about a customer',
  params: id,
  response: z.object({
    customer: z.string(),
    exported: isoTime,
    /** Rows by table, with the columns of the database. Images are base64. */
    tables: z.record(z.string(), z.array(z.record(z.string(), jsonValue))),
    /** What each site's Sitewatch has, or why it could not be read. */
    sitewatch: z.array(z.object({ site: z.int(), customer: jsonValue, problem: z.string().nullable() })),
  }),
});

/**
 * Deletes the customer at Stripe and erases every personal value, in the background. 404 `customer_not_found`; 409 `erasure_prevented` with
 * details {obstacles}, `erasure_running`.
 */
export const eraseCustomer = endpoint({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/customer/{id}/erasure',
  access: atLeastRole('Admin'),
  summary: 'Erase a customer',
  params: id,
  body: z.object({ reason: z.enum(erasureReasons) }),
  response: z.object({ id: z.uuid() }),
  idempotency: 'required',
  approvable: true,
});

/** Declines a member's request to be erased and tells the member why. 404 `request_not_found`. */
export const declineErasure = endpoint({
  id: 'declineErasure',
  method: 'POST',
  path: '/customer/{id}/erasure/decline',
  access: atLeastRole('SupportCenter'),
  summary: 'Decline a request to be erased',
  params: id,
  body: z.object({ reason: trimmedText(300).min(1, 'must not be empty') }),
  response: z.object({ declined: z.literal(true) }),
  idempotency: 'natural',
});

export const listErasures = endpoint({
  id: 'listErasures',
  method: 'GET',
  path: '/office/erasures',
  access: atLeastRole('SupportCenter'),
  summary: 'The latest erasures',
  response: z.object({ erasures: z.array(erasure), count: z.int() }),
});
