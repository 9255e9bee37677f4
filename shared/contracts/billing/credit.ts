import { z } from 'zod';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, providerId, trimmedText } from '../values.ts';

const cents = z.int().positive().max(maxAmountCents);

/** A customer's credit. Amounts are in cents; a credit is negative, as at Stripe. */
const credit = z.object({
  /** Used by the next invoices; positive is added to them. */
  balance: z.int(),
  /** Amounts of earlier changes that wait for an invoice. */
  waiting: z.array(
    z.object({
      id: z.string(),
      description: z.string().nullable(),
      /** Before tax. */
      amount: z.int(),
      tax: z.int(),
      date: epochSeconds,
      subscription: z.string().nullable(),
      /** Whether no invoice will come that bills it: its plan has ended. */
      stranded: z.boolean(),
    }),
  ),
  /** What can be paid out or moved now: the balance and the stranded amounts, as a positive number; 0 if the customer owes. */
  available: z.int(),
  /** How much of it earlier charges can take back. */
  refundable: z.int(),
});
export type Credit = z.infer<typeof credit>;

/** 404 `customer_not_found`. Asks Stripe: 503 `stripe_unavailable`. */
export const customerCredit = endpoint({
  id: 'customerCredit',
  method: 'GET',
  path: '/customer/{id}/credit',
  access: signedIn,
  summary: 'A customer’s balance and the amounts that wait for an invoice',
  params: z.object({ id: providerId }),
  response: credit,
});

export const creditWays = ['refund', 'move', 'forfeit'] as const;

/**
 * Pays a customer's credit out by refunding earlier charges, newest first; moves it to another customer; or gives it up. The amount
 * defaults to all of it. 404 `customer_not_found`; 409 `customer_deleted`, `no_credit` if less is available, with `available` in its
 * details, `not_enough_to_refund` with `refundable`, `same_customer`.
 */
export const settleCredit = endpoint({
  id: 'settleCredit',
  method: 'POST',
  path: '/customer/{id}/credit/settle',
  access: atLeastRole('SalesManager'),
  summary: 'Pay out, move or give up a customer’s credit',
  params: z.object({ id: providerId }),
  body: z
    .object({
      way: z.enum(creditWays),
      amount: cents.optional(),
      to: providerId.optional(),
      notes: trimmedText(500).min(1, 'must not be empty'),
    })
    .refine(({ way, to }) => (way === 'move') === (to !== undefined), { path: ['to'], message: 'only a move names a customer' }),
  response: z.object({
    /** What was settled. */
    amount: z.int(),
    /** The balance afterwards. */
    balance: z.int(),
    refunds: z.array(z.object({ id: z.string(), charge: z.string(), amount: z.int(), status: z.string().nullable() })),
  }),
  idempotency: 'required',
  approvable: true,
});
