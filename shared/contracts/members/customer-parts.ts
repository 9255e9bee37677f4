import { z } from 'zod';
import { storedCard } from '../billing/payment-method.ts';
import { subscription } from '../billing/plans/subscription.ts';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, nextPage, noCache, providerId, siteNumber } from '../values.ts';
import { dataAge } from './customer.ts';

/** Stripe data for the customer screen: all objects of a customer, newest first. 404 `customer_not_found`. */
const ofCustomer = { params: z.object({ id: providerId }), query: z.object({ noCache }) };
const list = { count: z.int(), next_page: nextPage, ...dataAge };

export const customerSubscriptions = endpoint({
  id: 'customerSubscriptions',
  method: 'GET',
  path: '/customer/{id}/subscriptions',
  access: signedIn,
  summary: "A customer's subscriptions",
  ...ofCustomer,
  response: z.object({ subscriptions: z.array(subscription), ...list }),
});

const schedule = z.object({
  id: z.string(),
  subscription: z.string().nullable(),
  status: z.string(),
  phases: z.array(
    z.object({
      start_date: epochSeconds,
      end_date: epochSeconds.nullable(),
      /** The products with name and cents per month: `amount` before tax, `total` with tax. */
      items: z.array(
        z.object({ price: z.string(), nickname: z.string().nullable(), amount: z.int().nullable(), total: z.int().nullable() }),
      ),
    }),
  ),
  metadata: z.record(z.string(), z.string()),
});
export type Schedule = z.infer<typeof schedule>;

export const customerSchedules = endpoint({
  id: 'customerSchedules',
  method: 'GET',
  path: '/customer/{id}/schedules',
  access: signedIn,
  summary: "A customer's price-increase schedules",
  ...ofCustomer,
  response: z.object({ schedules: z.array(schedule), ...list }),
});

const invoice = z.object({
  id: z.string(),
  created: epochSeconds,
  status: z.string().nullable(),
  number: z.string().nullable(),
  receipt_number: z.string().nullable(),
  /** The descriptions of its lines, joined. */
  description: z.string(),
  /** Cents. */
  total: z.int(),
  total_excluding_tax: z.int().nullable(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  /** The customer's balance before and after it: negative is a credit that it used or left. */
  balance: z.object({ before: z.int(), after: z.int() }).nullable(),
  /** `send_invoice` if Stripe sends it instead of charging a card. */
  collection_method: z.string().optional(),
  /** Stripe's page of the invoice, where it can also be paid, and its PDF; null for a draft. */
  page: z.string().nullable(),
  pdf: z.string().nullable(),
  subscription: z.string().nullable(),
  /** The site that sold the plan. */
  site: siteNumber.nullable(),
  lines: z.array(
    z.object({ amount: z.int(), description: z.string().nullable(), period: z.object({ start: epochSeconds, end: epochSeconds }) }),
  ),
});
export type CustomerInvoice = z.infer<typeof invoice>;

export const customerInvoices = endpoint({
  id: 'customerInvoices',
  method: 'GET',
  path: '/customer/{id}/invoices',
  access: signedIn,
  summary: "A customer's invoices",
  ...ofCustomer,
  response: z.object({ invoices: z.array(invoice), ...list }),
});

const customerCard = storedCard.extend({
  /** Whether it has expired, or expires this month or next; null for a Link. */
  expiry: z.enum(['valid', 'soon', 'expired']).nullable(),
});
export type CustomerCard = z.infer<typeof customerCard>;

/** Every card includes an id, because anyone signed in may pay an invoice with the card; the screen shows it only to Admins. */
export const customerCards = endpoint({
  id: 'customerCards',
  method: 'GET',
  path: '/customer/{id}/cards',
  access: signedIn,
  summary: "A customer's stored payment methods",
  ...ofCustomer,
  response: z.object({ cards: z.array(customerCard), ...list }),
});

export const customerMetadata = endpoint({
  id: 'customerMetadata',
  method: 'GET',
  path: '/customer/{id}/metadata',
  access: atLeastRole('Admin'),
  summary: "A customer's metadata",
  ...ofCustomer,
  response: z.object({ metadata: z.record(z.string(), z.string()), ...dataAge }),
});
