import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { codeText, isoTime, nextPage, providerId, trimmedText, uuid, yesNo } from '../values.ts';

const code = z.object({ code: codeText });

/** A customer who has a code. */
const codeHolder = z.object({ id: z.string(), name: z.string().nullable(), active: z.boolean() });
export type CodeHolder = z.infer<typeof codeHolder>;

/**
 * `redeem=yes` records a usage: it needs an `Idempotency-Key`, the response is `no-store`, and no layer retries it. `redeem=no` only looks
 * up. Another key within the redeem window for any code of the customer returns 200 with `error: 'Customer Already Redeemed'` and the earlier usage,
 * and records nothing. 404 `customer_not_found` 'Customer Not Found in Stripe'. With `customer`, the chosen person: 409 `code_not_held` if
 * the code is no longer theirs. The registers' parameters terminalname and employeeId are accepted and ignored: both come from the session.
 */
export const redeem = endpoint({
  id: 'redeem',
  method: 'GET',
  path: '/dxt/{code}',
  access: signedIn,
  summary: 'Look up a plate or tag, and record a usage',
  params: code,
  query: z.object({
    type: trimmedText(20).optional(),
    terminalname: trimmedText(30).optional(),
    employeeId: trimmedText(20).optional(),
    redeem: yesNo.default('no'),
    /** The customer chosen on a screen. Without it the code belongs to the holder that lanes admit. */
    customer: providerId.optional(),
  }),
  response: z.object({
    found: z.boolean(),
    active: z.boolean(),
    hasAccess: z.boolean(),
    /** The end of the paid period. */
    expires: isoTime.nullable(),
    priceIncrease: z.boolean(),
    scheduleId: z.string().nullable(),
    PlanName: z.string().nullable(),
    /** The customer's id at the payment provider. */
    id: z.string(),
    /** The kind of code. */
    type: z.enum(['plate', 'tag', 'card', 'unknown']),
    /** Stripe's status of the subscription. past_due is admitted and shown in amber, 'Payment due'. */
    status: z.string().nullable(),
    name: z.string().nullable(),
    /** The recorded usage; with `error`, the earlier one, whose receipt can be printed again. */
    usageId: uuid.nullable(),
    redeemed: isoTime.nullable(),
    error: z.string().optional(),
    /** Other customers with the same code, for a person to resolve. */
    otherHolders: z.array(codeHolder).default([]),
  }),
  idempotency: 'whenRedeeming',
});

/**
 * Removes a usage that the caller has just recorded, before it is written to Sitewatch. The server's clock decides. 404 `usage_not_found`,
 * 409 `too_late`, or `gate_opened` if the caller opened a gate since.
 */
export const undoRedeem = endpoint({
  id: 'undoRedeem',
  method: 'DELETE',
  path: '/dxt/usage/{id}',
  access: signedIn,
  idempotency: 'optional',
  summary: "Undo one's own redeem within a few seconds",
  params: z.object({ id: uuid }),
  response: z.object({ id: uuid, code: z.string(), customer: z.string() }),
});

/** For a code that was not found: codes of members that differ only by state, punctuation or look-alike characters. At most three. */
export const similarCodes = endpoint({
  id: 'similarCodes',
  method: 'GET',
  path: '/dxt/{code}/similar',
  access: signedIn,
  summary: 'Codes of members similar to a code that was not found',
  params: code,
  /** `customer`: the member, who so counts as seen (docs/rules/access.md#seeing-customers). */
  response: z.object({ codes: z.array(z.object({ code: z.string(), customer: z.string(), active: z.boolean() })) }),
});

/** Returns a club plan from Sitewatch, outside Stripe or mirrored from it. 503 `site_unreachable`. */
export const clubPlan = endpoint({
  id: 'clubPlan',
  method: 'GET',
  path: '/dxt/{code}/clubplan',
  access: signedIn,
  summary: "The club plan of a code at the session's site",
  params: code,
  query: z.object({ type: trimmedText(20).optional(), terminalname: trimmedText(30).optional() }),
  response: z.object({
    PlanName: z.string().nullable(),
    active: z.boolean(),
    expires: z.iso.date().nullable(),
    productClass: z.string().nullable(),
    /** True for a plan outside the payment provider: its name does not start with STR. */
    nonStripe: z.boolean(),
    /** The code if a member has it there, and the member, who so count as seen (docs/rules/access.md#seeing-customers). */
    code: z.string().nullable().default(null),
    customer: z.string().nullable().default(null),
  }),
});

/** Lists the last redeems at this terminal's site, newest first: "Recent Customers" after a reload. */
export const recentUsages = endpoint({
  id: 'recentUsages',
  method: 'GET',
  path: '/dxt/recent',
  access: signedIn,
  summary: 'Usages within the redeem window at this site',
  response: z.object({
    usages: z.array(
      z.object({
        id: uuid,
        code: z.string(),
        customer: z.string(),
        redeemed: isoTime,
        planName: z.string().nullable(),
        /** The name in the roster. */
        name: z.string().nullable(),
        paymentDue: z.boolean(),
      }),
    ),
    count: z.int(),
    next_page: nextPage,
    /** The redeem window in milliseconds: how long the screen lists a customer. */
    windowMs: z.int(),
  }),
});
