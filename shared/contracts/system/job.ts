import { z } from 'zod';
import { jobCauseNames } from '@washdesk/rules/company/job-causes';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { isoTime, nextPage, numberText, pageCursor, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

/**
 * - pending: to be done or retried automatically
 * - failed: refused permanently; a person retries or dismisses it
 * - done, dismissed: no work remains
 */
export const jobState = z.enum(['pending', 'failed', 'done', 'dismissed']);

/** A job: an update for another system, or a message to send. */
export const job = z.object({
  id: uuid,
  what: z.string(),
  /** What the job does, in a cashier's words: 'Update Sitewatch of Joliet'. */
  title: z.string(),
  site: z.int().nullable(),
  customer: z.string().nullable(),
  /** The customer's name. */
  name: z.string().nullable(),
  state: jobState,
  attempts: z.int(),
  /** Why the last attempt did not succeed. */
  reason: z.string().nullable(),
  created: isoTime,
  due: isoTime,
  /** After this time a person must act. */
  deadline: isoTime,
  overdue: z.boolean(),
  settled: isoTime.nullable(),
  /** Who dismissed the job, and why. */
  dismissedBy: z.string().nullable(),
  why: z.string().nullable(),
});
export type Job = z.infer<typeof job>;

/** Lists a customer's jobs: open ones first, then recently completed ones. 404 `customer_not_found`. */
export const customerJobs = endpoint({
  id: 'customerJobs',
  method: 'GET',
  path: '/customer/{id}/jobs',
  access: signedIn,
  summary: 'Jobs of a customer for other systems',
  params: z.object({ id: providerId }),
  response: z.object({ jobs: z.array(job), count: z.int() }),
});

export const jobCause = z.enum(jobCauseNames);

/** Open jobs of one target with one cause: which failed, are past their deadline, or wait after an unsuccessful attempt. */
export const jobGroup = z.object({
  what: z.string(),
  /** What the jobs do, in a cashier's words: 'Update Sitewatch of Joliet'. */
  title: z.string(),
  site: z.int().nullable(),
  cause: jobCause,
  count: z.int(),
  /** How many of them failed or are past their deadline. */
  needPerson: z.int(),
  oldest: isoTime,
  /** The next automatic attempt of any of them; null if all need a person. */
  nextTry: isoTime.nullable(),
});
export type JobGroup = z.infer<typeof jobGroup>;

/** Lists open jobs by target and cause; those that need a person first, then the largest. */
export const listJobGroups = endpoint({
  id: 'listJobGroups',
  method: 'GET',
  path: '/jobs/groups',
  access: atLeastRole('Admin'),
  summary: 'Open jobs by target and cause, for IT',
  query: z.object({ customer: providerId.optional() }),
  response: z.object({ groups: z.array(jobGroup), count: z.int() }),
});

/**
 * Lists jobs, newest first, 30 per page. Default without `state`: the jobs that need a person, which failed or are past their deadline.
 * `what`, `site` and `cause` select the open jobs of a group of `/jobs/groups`, `customer` those of one customer.
 */
export const listJobs = endpoint({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  access: atLeastRole('Admin'),
  summary: 'Jobs for other systems, for IT',
  query: z.object({
    state: jobState.optional(),
    what: trimmedText(60).optional(),
    site: numberText.optional(),
    cause: jobCause.optional(),
    customer: providerId.optional(),
    page: pageCursor.optional(),
  }),
  response: z.object({ results: z.array(job), count: z.int(), next_page: nextPage }),
});

/** Runs the job at once and restarts its deadline. 404 `job_not_found`, 409 `not_open` if no work remains. */
export const retryJob = endpoint({
  id: 'retryJob',
  method: 'POST',
  path: '/jobs/{id}/retry',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Retry a job now',
  params: z.object({ id: uuid }),
  response: z.object({ job }),
});

/** Retries the open jobs of a group, at most 500, the oldest first. */
export const retryJobs = endpoint({
  id: 'retryJobs',
  method: 'POST',
  path: '/jobs/retry',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Retry all open jobs of a target with the same cause',
  body: z.object({ what: trimmedText(60).min(1), site: siteNumber.nullable(), cause: jobCause }),
  response: z.object({ retried: z.int() }),
});

/** Dismisses the job: it is not run again. The reason is stored. 404 `job_not_found`, 409 `not_open`. */
export const dismissJob = endpoint({
  id: 'dismissJob',
  method: 'POST',
  path: '/jobs/{id}/dismiss',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Dismiss a job with a reason',
  params: z.object({ id: uuid }),
  body: z.object({ reason: trimmedText(500).min(1, 'must not be empty') }),
  response: z.object({ job }),
});

/** Lists operations at the payment provider whose outcome is unknown after five minutes. Recovery repeats them automatically. */
export const listStuckOperations = endpoint({
  id: 'listStuckOperations',
  method: 'GET',
  path: '/jobs/operations',
  access: atLeastRole('Admin'),
  summary: 'Operations in progress for several minutes, for IT',
  response: z.object({
    operations: z.array(
      z.object({
        id: uuid,
        kind: z.string(),
        customer: z.string().nullable(),
        by: z.string(),
        site: z.int().nullable(),
        runs: z.int(),
        reason: z.string().nullable(),
        created: isoTime,
        due: isoTime,
      }),
    ),
    count: z.int(),
  }),
});
