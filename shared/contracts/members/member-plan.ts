import { z } from 'zod';
import { cancellationReasonCodes } from '@washdesk/rules/plans/self-service';
import { memberLanguages } from '@washdesk/rules/text/languages';
import { endpoint, memberAccess } from '../endpoint.ts';
import { epochSeconds, isoTime, plainText, providerId, trimmedText } from '../values.ts';

/**
 * Cancels the plan with its paid month; from the 25th of a month one more is billed. `ends` is the end that `getMember` returned, so that
 * the member was told. The number is also sent by text or email, in `lang`. 404 `plan_not_found`, 409 `too_early` with `from` in its details, `already_canceled`, `end_changed`.
 */
export const cancelMemberPlan = endpoint({
  id: 'cancelMemberPlan',
  method: 'POST',
  path: '/member/plan/cancel',
  access: memberAccess,
  idempotency: 'required',
  summary: "Cancel the member's plan",
  body: z.object({
    reason: z.enum(cancellationReasonCodes),
    comment: trimmedText(400).default(''),
    ends: isoTime,
    lang: z.enum(memberLanguages).default('en'),
  }),
  response: z.object({ confirmation: z.string(), ends: isoTime }),
});

/** Undoes a cancellation. Nothing is charged. 404 `plan_not_found`, 409 `not_canceled`, `in_progress`. */
export const reactivateMemberPlan = endpoint({
  id: 'reactivateMemberPlan',
  method: 'POST',
  path: '/member/plan/reactivate',
  access: memberAccess,
  idempotency: 'required',
  summary: 'Keep a plan that was canceled',
  response: z.object({ active: z.literal(true) }),
});

const offeredPlan = z.object({
  /** The price's id. */
  id: z.string(),
  name: z.string(),
  /** Cents per month, without and with tax. */
  amount: z.int(),
  total: z.int(),
});
const otherPlan = offeredPlan.extend({ change: z.enum(['upgrade', 'downgrade']) });

/** The plans that the member can change to. 404 `plan_not_found`. */
export const listMemberPlans = endpoint({
  id: 'listMemberPlans',
  method: 'GET',
  path: '/member/plans',
  access: memberAccess,
  summary: 'The plans that a member can change to',
  response: z.object({ plans: z.array(otherPlan) }),
});

const planCost = z.object({
  due_today: z.int(),
  tax: z.int(),
  proration_date: epochSeconds,
  next: z.object({ date: isoTime, amount: z.int(), monthly: z.int() }).nullable(),
});

/** What a change costs, in cents: `due_today` is charged now. Send `proration_date` back with the change. 409 `plan_not_offered`. */
export const previewMemberPlan = endpoint({
  id: 'previewMemberPlan',
  method: 'GET',
  path: '/member/plans/{id}',
  access: memberAccess,
  summary: "What a change of the member's plan costs",
  params: z.object({ id: providerId }),
  response: planCost,
});

/**
 * Changes the plan: a higher one is charged now. 402 `card_declined`, 404 `plan_not_found`, 409 `too_early`, `plan_not_offered`,
 * `preview_outdated`, `not_changeable`.
 */
export const changeMemberPlan = endpoint({
  id: 'changeMemberPlan',
  method: 'POST',
  path: '/member/plan',
  access: memberAccess,
  idempotency: 'required',
  summary: 'Change to another plan',
  body: z.object({ price: providerId, proration_date: epochSeconds.optional() }),
  response: z.object({ changed: z.literal(true) }),
});

/**
 * The plans with which an ended plan can start again, the former one first. 404 `plan_not_found` if no plan has ended, 409 `already_active`,
 * `plate_taken`, `not_reinstatable`.
 */
export const listRestartPlans = endpoint({
  id: 'listRestartPlans',
  method: 'GET',
  path: '/member/restart',
  access: memberAccess,
  summary: 'The plans with which a member can start again',
  response: z.object({
    plans: z.array(offeredPlan),
    /** Whether the first is the former plan, at its price or at today's. */
    former: z.boolean(),
    /** The end of the month that was paid for the ended plan, if it is ahead: until then a start charges the same days again. */
    paid_until: z.iso.date().nullable(),
  }),
});

/** What starting again costs, in cents. Send `proration_date` back with the start. 409 `plan_not_offered`. */
export const previewRestart = endpoint({
  id: 'previewRestart',
  method: 'GET',
  path: '/member/restart/{id}',
  access: memberAccess,
  summary: 'What starting again costs',
  params: z.object({ id: providerId }),
  response: planCost,
});

/**
 * Starts an ended plan again on the default card. `termsVersion` names the terms that the member agreed to. 402 `card_declined`, 404
 * `plan_not_found`, 409 `already_active`, `plate_taken`, `plan_not_offered`, `no_card`, `preview_outdated`, `terms_changed`.
 */
export const restartMemberPlan = endpoint({
  id: 'restartMemberPlan',
  method: 'POST',
  path: '/member/restart',
  access: memberAccess,
  idempotency: 'required',
  summary: 'Start an ended plan again',
  body: z.object({ price: providerId, proration_date: epochSeconds, termsVersion: plainText(40) }),
  response: z.object({ started: z.literal(true) }),
});

/**
 * Takes the free month that is offered for this reason instead of canceling: nothing is billed on the next 1st. 404 `plan_not_found`, 409
 * `not_offered`, also for a member who had one in the last 12 months.
 */
export const takeFreeMonth = endpoint({
  id: 'takeFreeMonth',
  method: 'POST',
  path: '/member/plan/free-month',
  access: memberAccess,
  idempotency: 'required',
  summary: 'Take a free month instead of canceling',
  body: z.object({ reason: z.enum(cancellationReasonCodes) }),
  response: z.object({ taken: z.literal(true) }),
});
