import { z } from 'zod';
import { isState } from '@washdesk/rules/codes/states';
import { cancellationReasonCodes } from '@washdesk/rules/plans/self-service';
import { memberLanguages } from '@washdesk/rules/text/languages';
import { endpoint, memberAccess, payerAccess } from '../endpoint.ts';
import { isoTime, nextPage, pageCursor, plainText, providerId, uuid } from '../values.ts';
import { exportCustomerData } from './privacy.ts';

/**
 * A plan's status for its member.
 * - active: washes, and is billed next on `next_bill`
 * - payment_due: the last bill is unpaid
 * - ending: canceled, washes until `ends`
 * - stopped: runs without washes until its payment or collection is resolved
 * - waiting: its first payment is open
 * - ended
 */
export const memberStandings = ['active', 'payment_due', 'ending', 'stopped', 'waiting', 'ended'] as const;
export type MemberStanding = (typeof memberStandings)[number];

const memberPlan = z.object({
  name: z.string(),
  site: z.string().nullable(),
  standing: z.enum(memberStandings),
  /** Cents per month, without and with tax, before a coupon; null if it is not one plan. */
  amount: z.int().nullable(),
  total: z.int().nullable(),
  since: isoTime,
  /** The end of the paid month. */
  paid_until: isoTime.nullable(),
  /** When a canceled plan ends, or ended. */
  ends: isoTime.nullable(),
});

/** What the provider bills next, in cents: after coupons, without and with tax, and what is charged after a credit. */
const memberBill = z.object({ date: isoTime, subtotal: z.int(), tax: z.int(), total: z.int() });

const memberCard = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  expiry: z.enum(['valid', 'soon', 'expired']),
});

const memberOverview = z.object({
  name: z.string().nullable(),
  plate: z.string().nullable(),
  /** The plan that runs, otherwise the last one. */
  plan: memberPlan.nullable(),
  /** Null if nothing is billed, or the provider doesn't respond. */
  next_bill: memberBill.nullable(),
  card: memberCard.nullable(),
  /** Unpaid bills, oldest first. */
  due: z.array(z.object({ id: providerId, amount: z.int(), created: isoTime })),
  washes_this_month: z.int(),
  /** From when the plan may be changed or canceled; null for now. */
  change_from: isoTime.nullable(),
  /** What a cancellation now does: `bills_again` if one more month is billed before the plan ends. Null if it can't be canceled. */
  cancel: z.object({ ends: isoTime, bills_again: z.boolean() }).nullable(),
  /** What the member is offered after choosing a reason to cancel. */
  save_offers: z.array(
    z.object({
      reason: z.enum(cancellationReasonCodes),
      en: z.string(),
      es: z.string(),
      /** What one press does instead: `changeMemberPlan` to this price, in cents per month with tax, or `takeFreeMonth`. Null for a text alone. */
      act: z
        .discriminatedUnion('kind', [
          z.object({ kind: z.literal('plan'), price: z.string(), name: z.string(), total: z.int() }),
          z.object({ kind: z.literal('free_month'), date: isoTime }),
        ])
        .nullable(),
    }),
  ),
  /** Whether a cancellation can be undone. */
  may_reactivate: z.boolean(),
  /** The number of the member's own cancellation. */
  confirmation: z.string().nullable(),
  /** From when the plate may be moved to another car; null for now. */
  plate_from: isoTime.nullable(),
  /** The language of the member's messages; null for none chosen yet. */
  lang: z.enum(memberLanguages).nullable(),
  /** Whether the session opens only this overview, the card and the payment until a code is entered. */
  needs_code: z.boolean(),
  /** When the member asked to be erased; null without an open request. */
  erasure_requested: isoTime.nullable(),
});
export type MemberOverview = z.infer<typeof memberOverview>;

export const getMember = endpoint({
  id: 'getMember',
  method: 'GET',
  path: '/member',
  access: payerAccess,
  summary: "A member's own plan",
  response: memberOverview,
});

/** Newest first. */
export const memberWashes = endpoint({
  id: 'memberWashes',
  method: 'GET',
  path: '/member/washes',
  access: memberAccess,
  summary: "A member's own washes",
  query: z.object({ page: pageCursor.optional() }),
  response: z.object({
    washes: z.array(z.object({ at: isoTime, site: z.string(), plate: z.string().nullable() })),
    count: z.int(),
    next_page: nextPage,
  }),
});

/** Newest first: receipts, and the paid invoices that have none (`bill`), which renewals write. A sale is one row. */
export const memberReceipts = endpoint({
  id: 'memberReceipts',
  method: 'GET',
  path: '/member/receipts',
  access: memberAccess,
  summary: "A member's own receipts and bills",
  query: z.object({ page: pageCursor.optional() }),
  response: z.object({
    receipts: z.array(
      z.object({ kind: z.enum(['receipt', 'bill']), id: z.string(), title: z.string(), amount: z.int().nullable(), created: isoTime }),
    ),
    count: z.int(),
    next_page: nextPage,
  }),
});

/** A page to show or print. 404 `receipt_not_found`, also for another customer's receipt. */
export const memberReceipt = endpoint({
  id: 'memberReceipt',
  method: 'GET',
  path: '/member/receipts/{id}',
  access: memberAccess,
  summary: "One of a member's own receipts",
  params: z.object({ id: uuid }),
  response: z.string(),
  produces: 'text/html',
});

/** A page to show or print, in the member's language. 404 `receipt_not_found`, also for another customer's bill. */
export const memberBillPage = endpoint({
  id: 'memberBillPage',
  method: 'GET',
  path: '/member/bills/{id}',
  access: memberAccess,
  summary: "One of a member's own bills",
  params: z.object({ id: providerId }),
  response: z.string(),
  produces: 'text/html',
});

/**
 * Opens the payment provider's page for a new card. The provider then redirects the browser to `/member?card=<session>`, at the `step` of the
 * page from which it was opened. The card becomes the default of the customer and of every plan, as at the counter. 429 `too_many_requests`
 * after five pages an hour or ten a day, `too_many_declines` after five declined cards a day.
 */
export const startMemberCard = endpoint({
  id: 'startMemberCard',
  method: 'POST',
  path: '/member/card',
  access: payerAccess,
  idempotency: 'required',
  summary: 'Open the page for a new card',
  query: z.object({ lang: z.enum(memberLanguages).optional(), step: z.literal('restart').optional() }),
  response: z.object({ url: z.url() }),
});

/**
 * Saves the card that the page collected. The session is the key: it is saved once, by this call or automatically. 404 `checkout_not_found`,
 * also for another customer's page; 402 `card_declined`.
 */
export const finishMemberCard = endpoint({
  id: 'finishMemberCard',
  method: 'POST',
  path: '/member/card/{session}',
  access: payerAccess,
  idempotency: 'required',
  summary: 'Save the card that the page collected',
  params: z.object({ session: providerId }),
  response: z.object({
    status: z.enum(['open', 'complete', 'expired']),
    card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  }),
});

/**
 * Pays an unpaid bill with the default card. 402 `card_declined`, 404 `invoice_not_found`, also for another customer's bill, 409 `no_card`,
 * `invoice_not_open`.
 */
export const payMemberInvoice = endpoint({
  id: 'payMemberInvoice',
  method: 'POST',
  path: '/member/invoices/{id}/pay',
  access: payerAccess,
  idempotency: 'required',
  summary: 'Pay an unpaid bill',
  params: z.object({ id: providerId }),
  response: z.object({ status: z.string().nullable(), amount_paid: z.int() }),
});

/**
 * Moves the plan to another plate, once every six months. 409 `plate_moved_recently` with `from` in its details, `plate_taken`,
 * `plate_mismatch`.
 */
export const moveMemberPlate = endpoint({
  id: 'moveMemberPlate',
  method: 'POST',
  path: '/member/plate',
  access: memberAccess,
  idempotency: 'required',
  summary: 'Move the plan to another plate',
  body: z.object({
    plate: plainText(20)
      .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
      .refine((plate) => /^[A-Z0-9]{1,8}$/.test(plate), 'must be 1 to 8 letters or digits'),
    state: plainText(2)
      .transform((text) => text.toUpperCase())
      .refine(isState, 'must be a state or province'),
  }),
  response: z.object({ plate: z.string() }),
});

/** Everything that is linked to the member by id, as `exportCustomerData` returns it. 429 `too_many_requests` after ten an hour. */
export const exportMemberData = endpoint({
  id: 'exportMemberData',
  method: 'GET',
  path: '/member/data',
  access: memberAccess,
  summary: "A member's own data",
  response: exportCustomerData.response,
});

/** Asks to be erased: SupportCenter decides, and the member is told. A repeated request is the open one. */
export const requestMemberErasure = endpoint({
  id: 'requestMemberErasure',
  method: 'POST',
  path: '/member/erasure',
  access: memberAccess,
  idempotency: 'natural',
  summary: 'Ask to be erased',
  body: z.object({ lang: z.enum(memberLanguages) }),
  response: z.object({ requested: isoTime }),
});

/** Saves the language of the page: the member's messages are in it. */
export const saveMemberLanguage = endpoint({
  id: 'saveMemberLanguage',
  method: 'PUT',
  path: '/member/language',
  access: payerAccess,
  idempotency: 'natural',
  summary: "Save the member's language",
  body: z.object({ lang: z.enum(memberLanguages) }),
  response: z.object({ lang: z.enum(memberLanguages) }),
});
