import { z } from 'zod';
import { endpoint, signedIn } from '../../endpoint.ts';
import { epochSeconds, numberText, providerId } from '../../values.ts';
import { reinstateFields, signUpFields, startChoices } from './subscription.ts';

/** The customer's balance at Stripe: negative is a credit that an invoice uses. */
const balance = z.object({ before: z.int(), after: z.int() });

const line = z.object({
  description: z.string().nullable(),
  /** Cents, before tax; negative for a credit. */
  amount: z.int(),
  period: z.object({ start: epochSeconds, end: epochSeconds }),
});

/**
 * The amounts that Stripe will bill, computed by Stripe. Send `from` back when committing: the bill is then the same to the cent. Cents.
 */
export const preview = z.object({
  due_today: z.int(),
  /** The tax on today's invoice. */
  tax: z.int(),
  lines: z.array(line),
  /** For the commit: the second from which the new plan is charged (epoch seconds). */
  from: epochSeconds,
  /** The same value under the name that a plan change uses. */
  proration_date: epochSeconds,
  /** Before today, and after the next invoice. */
  balance,
  /**
   * Amount and date of the next invoice, and the amount of each later one, with tax; null if there is none. `monthly` is null if a coupon
   * lowers the next one that does not last.
   */
  next: z.object({ date: epochSeconds, amount: z.int(), monthly: z.int().nullish(), tax: z.int(), lines: z.array(line) }).nullable(),
});
export type Preview = z.infer<typeof preview>;

/** Previews a sign-up; without a customer, for a new one. */
export const previewSignUp = endpoint({
  id: 'previewSignUp',
  method: 'POST',
  path: '/subscription/preview',
  access: signedIn,
  summary: 'What a sign-up costs today and later',
  body: z.object({ ...signUpFields, TaxExempt: z.boolean().optional() }),
  response: preview,
});

export const planChanges = ['upgrade', 'downgrade', 'changeprice', 'increase', 'reinstate'] as const;

/** `effectiveDate` applies to an increase: the 1st of one of the next six months; default: the next 1st. */
export const previewChange = endpoint({
  id: 'previewChange',
  method: 'POST',
  path: '/subscription/{id}/preview',
  access: signedIn,
  summary: 'What a plan change, price increase or reinstatement costs today and later',
  params: z.object({ id: providerId }),
  body: z.object({ change: z.enum(planChanges), ...reinstateFields, effectiveDate: z.iso.date().optional() }),
  response: preview,
});

const invoiceLeft = z.object({ id: z.string(), number: z.string().nullable(), amount_remaining: z.int() });

/** Returns what remains after a plan ends. Amounts are in cents. 409 `not_changeable`. */
export const previewEnding = endpoint({
  id: 'previewEnding',
  method: 'GET',
  path: '/subscription/{id}/ending',
  access: signedIn,
  summary: 'When a plan would end, and what stays due',
  params: z.object({ id: providerId }),
  query: z.object({ change: z.enum(['discontinue', 'terminate']) }),
  response: z.object({
    /** When the last wash is admitted; now if the plan ends at once. */
    ends: epochSeconds,
    at_once: z.boolean(),
    /** Invoices that stay due after the end. */
    open_invoices: z.array(invoiceLeft),
    /** Invoices that are no longer due: a draft renewal, and the first invoice of a plan that never began. */
    voided_invoices: z.array(invoiceLeft),
    /** The credit that no invoice will use once the plan ends: it can be paid out or moved. Null if Stripe can’t be asked. */
    credit: z.int().nullable(),
    /** Whether a scheduled price increase is released. */
    releases_increase: z.boolean(),
    warning: z.string().nullable(),
  }),
});

const asked = z.enum(['true', 'false', 'yes', 'no', '1', '0', '']).transform((text) => ['true', 'yes', '1'].includes(text));

/**
 * If `id` is a price, returns what a sign-up costs today; if a subscription, its next invoice. `invoiceitem` requests last month's charge
 * as a separate item, as `chargelastmonth` does.
 */
export const latestInvoice = endpoint({
  id: 'latestInvoice',
  method: 'GET',
  path: '/invoice/{id}/latestinvoice',
  access: signedIn,
  summary: 'The amount due for a sign-up or on the next invoice',
  params: z.object({ id: providerId }),
  query: z.object({
    customer: providerId.optional(),
    donotprorate: asked.optional(),
    freeformonth: asked.optional(),
    chargelastmonth: asked.optional(),
    invoiceitem: asked.optional(),
    site: numberText.optional(),
  }),
  response: z.object({
    amount_due: z.int(),
    subtotal: z.int(),
    tax: z.int(),
    total: z.int(),
    lines: z.array(line),
    balance,
    from: startChoices.from,
    /** When it is charged: now, or at the subscription's next renewal; null if there is no next invoice. */
    date: epochSeconds.nullable(),
  }),
});
