import { z } from 'zod';
import { skipReasonNames } from '@washdesk/rules/plans/bulk-increase';
import { atLeastRole, endpoint, grantedRole } from '../../endpoint.ts';
import { isoTime, nextPage, pageCursor, providerId, trimmedText, uuid } from '../../values.ts';
import { memberNotice, noticeFilter } from './increase-notice.ts';

/**
 * The state of a bulk increase (docs/rules/billing.md#bulk-price-increases): choosing members, draft, checking at Stripe, checked, running,
 * paused, done, undoing, undone; discarded before it ran.
 */
export const increaseStates = [
  'choosing',
  'draft',
  'checking',
  'checked',
  'running',
  'paused',
  'done',
  'undoing',
  'undone',
  'discarded',
] as const;
const increaseState = z.enum(increaseStates);
export type IncreaseState = z.infer<typeof increaseState>;

/**
 * A member of a bulk increase: planned; checked at Stripe by the dry run; scheduled by the run; skipped by a rule; refused by the run;
 * undone; kept if the undo was refused; untouched if an undo found that the run never reached it.
 */
export const increaseMemberStates = ['planned', 'checked', 'scheduled', 'skipped', 'refused', 'undone', 'kept', 'untouched'] as const;
const memberState = z.enum(increaseMemberStates);
export type IncreaseMemberState = z.infer<typeof memberState>;

const newPrice = z.object({ from: providerId, to: providerId });

const increase = z.object({
  id: uuid,
  name: z.string(),
  created: isoTime,
  createdBy: z.string(),
  effectiveDate: z.iso.date(),
  state: increaseState,
  /** Subscriptions chosen so far, including skipped ones. */
  members: z.int(),
});
export type PriceIncrease = z.infer<typeof increase>;

export const listIncreases = endpoint({
  id: 'listIncreases',
  method: 'GET',
  path: '/priceincrease',
  access: atLeastRole('Scheduler'),
  summary: 'Bulk price increases, newest first, 50 per page',
  query: z.object({ page: pageCursor.optional() }),
  response: z.object({ increases: z.array(increase), next_page: nextPage }),
});

const offeredPrice = z.object({ price: z.string(), amount: z.int(), plan: z.string() });

const paidPrice = offeredPrice.extend({
  site: z.int().nullable(),
  productClass: z.string(),
  /** Subscriptions at this price that have not ended. */
  members: z.int(),
  /** Higher prices of the same plan at the same site, lowest first. */
  targets: z.array(offeredPrice),
});
export type PaidPrice = z.infer<typeof paidPrice>;

export const increaseOptions = endpoint({
  id: 'increaseOptions',
  method: 'GET',
  path: '/priceincrease/options',
  access: atLeastRole('Scheduler'),
  summary: 'The prices that members pay, with possible increases and start dates',
  response: z.object({ prices: z.array(paidPrice), dates: z.array(z.iso.date()) }),
});

/**
 * Chooses the members of a bulk increase: those who pay one of these prices and signed up in the period. Changes no price yet. 400 for an
 * invalid date, 404 `price_not_found`, 409 `not_an_increase`.
 */
export const createIncrease = endpoint({
  id: 'createIncrease',
  method: 'POST',
  path: '/priceincrease',
  access: grantedRole('Scheduler'),
  summary: 'Choose the members of a bulk price increase',
  body: z.object({
    name: trimmedText(80).min(1, 'must not be empty'),
    effectiveDate: z.iso.date(),
    prices: z
      .array(newPrice)
      .min(1, 'must not be empty')
      .max(500)
      .refine((prices) => new Set(prices.map(({ from }) => from)).size === prices.length, 'must name each price once'),
    /** Only members who signed up on this day (UTC) or later. */
    signedUpFrom: z.iso.date().optional(),
    /** Only members who signed up before this day (UTC). */
    signedUpBefore: z.iso.date().optional(),
  }),
  response: increase,
  idempotency: 'required',
});

const sums = z.object({
  members: z.int(),
  /** Cents per month before tax, for all members. */
  old: z.int(),
  new: z.int(),
  /** With tax, as invoiced. */
  oldTotal: z.int(),
  newTotal: z.int(),
});

const detail = increase.extend({
  prices: z.array(newPrice.extend({ plan: z.string(), site: z.int().nullable(), oldAmount: z.int(), newAmount: z.int() })),
  signedUpFrom: z.iso.date().nullable(),
  signedUpBefore: z.iso.date().nullable(),
  /** Who ran it, and who undid it; null before. */
  runBy: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** When the last dry run ended; null before. */
  checked: isoTime.nullable(),
  counts: z.array(sums.extend({ state: memberState, reason: z.enum(skipReasonNames).nullable() })),
});
export type PriceIncreaseDetail = z.infer<typeof detail>;

/** 404 `increase_not_found`. */
export const getIncrease = endpoint({
  id: 'getIncrease',
  method: 'GET',
  path: '/priceincrease/{id}',
  access: atLeastRole('Scheduler'),
  summary: 'A bulk price increase with its state and totals',
  params: z.object({ id: uuid }),
  response: detail,
});

const member = z.object({
  subscription: z.string(),
  customer: z.string(),
  name: z.string().nullable(),
  site: z.int().nullable(),
  plan: z.string(),
  old: z.int(),
  new: z.int(),
  oldTotal: z.int(),
  newTotal: z.int(),
  state: memberState,
  /** The reason the member is skipped, refused or kept. */
  reason: z.string().nullable(),
  /** The notice of the new price; null before the run. */
  notice: memberNotice.nullable(),
});
export type IncreaseMember = z.infer<typeof member>;

/** Lists members by name, 50 per page; as CSV, all. 404 `increase_not_found`. */
export const increaseMembers = endpoint({
  id: 'increaseMembers',
  method: 'GET',
  path: '/priceincrease/{id}/members',
  access: atLeastRole('Scheduler'),
  summary: 'The members of a bulk price increase, with old and new prices',
  params: z.object({ id: uuid }),
  query: z.object({ state: memberState.optional(), notice: noticeFilter.optional(), page: pageCursor.optional() }),
  response: z.object({ members: z.array(member), next_page: nextPage }),
  csv: true,
});

/**
 * Starts or stops the work on a bulk increase. Requesting the current state changes nothing. `checking` is the dry run, which can be
 * repeated; `draft` stops it. A run and an undo need the number of members whose price they change in `members`: 409 `confirm_members`
 * with details {members}. Needs the role Scheduler itself, or Admin. 404 `increase_not_found`, 409 `wrong_state`, `too_late`, `dry_run_old`, `nobody_left`.
 */
export const changeIncrease = endpoint({
  id: 'changeIncrease',
  method: 'POST',
  path: '/priceincrease/{id}/state',
  access: grantedRole('Scheduler'),
  idempotency: 'natural',
  summary: 'Check, run, pause, resume, undo or discard a bulk price increase',
  params: z.object({ id: uuid }),
  body: z.object({
    state: z.enum(['checking', 'draft', 'running', 'paused', 'undoing', 'discarded']),
    /** How many members the user confirmed. */
    members: z.int().optional(),
  }),
  response: increase,
});
