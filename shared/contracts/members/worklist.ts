import { z } from 'zod';
import { textRefusals, type TextRefusal } from '@washdesk/rules/billing/payment-link';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, nextPage, numberText, pageCursor, uuid } from '../values.ts';

const query = z.object({
  /** Only customers of this site. */
  site: numberText.optional(),
  page: pageCursor.optional(),
});

/** 50 rows per page. `count` is at most 1,000; `more` means there are more. */
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), count: z.int(), more: z.boolean(), next_page: nextPage });

const person = {
  customer: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  plate: z.string().nullable(),
  site: z.int().nullable(),
};

/** Amounts in cents, times in epoch seconds. */
const owed = {
  ...person,
  subscription: z.string(),
  plan: z.string().nullable(),
  due: z.int(),
  /** Why `textPaymentLink` can't reach the customer; null if it can. */
  noText: z.enum(Object.keys(textRefusals) as TextRefusal[]).nullable(),
};

const pastDueRow = z.object({
  ...owed,
  /** When the oldest unpaid invoice was due. */
  since: epochSeconds.nullable(),
  /** Code of the last decline: the bank's reason as Stripe names it, such as `insufficient_funds`, otherwise Stripe's own. */
  declined: z.string().nullable(),
  /** When Stripe retries the payment; null if it no longer does. */
  nextRetry: epochSeconds.nullable(),
});
export type PastDueRow = z.infer<typeof pastDueRow>;

/** Lists subscriptions with a failed payment, earliest period end first. */
export const pastDueList = endpoint({
  id: 'pastDueList',
  method: 'GET',
  path: '/worklist/pastdue',
  access: atLeastRole('SalesManager'),
  summary: 'Members with a payment due',
  query,
  response: listOf(pastDueRow),
});

const incompleteRow = z.object({
  ...owed,
  begun: epochSeconds,
  soldBy: z.string().nullable(),
});
export type IncompleteRow = z.infer<typeof incompleteRow>;

/** Lists sign-ups whose first payment was never made, newest first. */
export const incompleteList = endpoint({
  id: 'incompleteList',
  method: 'GET',
  path: '/worklist/incomplete',
  access: atLeastRole('SalesManager'),
  summary: 'Unfinished sign-ups',
  query,
  response: listOf(incompleteRow),
});

const onlineSignUpRow = z.object({
  ...person,
  subscription: z.string(),
  plan: z.string().nullable(),
  begun: epochSeconds,
});
export type OnlineSignUpRow = z.infer<typeof onlineSignUpRow>;

/** Lists paid online sign-ups that no cashier has completed, newest first. */
export const onlineSignUpList = endpoint({
  id: 'onlineSignUpList',
  method: 'GET',
  path: '/worklist/online',
  access: signedIn,
  summary: 'Online sign-ups to complete',
  query,
  response: listOf(onlineSignUpRow),
});

const disputeRow = z.object({
  ...person,
  dispute: z.string(),
  charge: z.string(),
  amount: z.int(),
  reason: z.string(),
  status: z.string(),
  /** The deadline for evidence; null if Stripe sets none. */
  deadline: epochSeconds.nullable(),
});
export type DisputeToAnswer = z.infer<typeof disputeRow>;

/** Lists disputes that need a response, nearest deadline first. */
export const disputeList = endpoint({
  id: 'disputeList',
  method: 'GET',
  path: '/worklist/disputes',
  access: atLeastRole('SupportCenter'),
  summary: 'Disputes that need a response',
  query,
  response: listOf(disputeRow),
});

const erasureRequestRow = z.object({ ...person, request: uuid, since: epochSeconds });
export type ErasureRequestRow = z.infer<typeof erasureRequestRow>;

/** Lists members who asked to be erased, oldest first. */
export const erasureRequestList = endpoint({
  id: 'erasureRequestList',
  method: 'GET',
  path: '/worklist/erasures',
  access: atLeastRole('SupportCenter'),
  summary: 'Requests to be erased',
  query,
  response: listOf(erasureRequestRow),
});

const openJobRow = z.object({
  ...person,
  /** Null if the job concerns no customer. */
  customer: z.string().nullable(),
  job: uuid,
  /** What the job does, in a cashier's words: 'Update Sitewatch of Joliet'. */
  title: z.string(),
  /** Why the last attempt did not succeed. */
  reason: z.string().nullable(),
  since: epochSeconds,
  /** The next automatic attempt; null if a person must act. */
  nextTry: epochSeconds.nullable(),
  /** After this time a person must act. */
  deadline: epochSeconds,
});
export type OpenJobRow = z.infer<typeof openJobRow>;

/** Lists jobs for other systems that failed, are overdue, or wait after an unsuccessful attempt; oldest first. */
export const openJobList = endpoint({
  id: 'openJobList',
  method: 'GET',
  path: '/worklist/jobs',
  access: atLeastRole('SalesManager'),
  summary: 'Unfinished jobs for other systems',
  query,
  response: listOf(openJobRow),
});
