import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { isoTime, nextPage, pageCursor, providerId, trimmedText, uuid } from '../values.ts';

/**
 * - pending: to be done, or tried again, by itself
 * - failed: refused for good; a person retries or dismisses it
 * - done, dismissed: nothing is left to do
 */
export const jobState = z.enum(['pending', 'failed', 'done', 'dismissed']);

/** A job: something that another system must be told, or that must be sent to somebody. */
export const job = z.object({
  id: uuid,
  what: z.string(),
  /** What the job does, in a cashier's words: 'Update Sitewatch of Joliet'. */
  title: z.string(),
  site: z.int().nullable(),
  customer: z.string().nullable(),
  state: jobState,
  attempts: z.int(),
  /** What kept the last attempt from succeeding. */
  reason: z.string().nullable(),
  created: isoTime,
  due: isoTime,
  /** After this it needs a person. */
  deadline: isoTime,
  overdue: z.boolean(),
  settled: isoTime.nullable(),
  /** Who dismissed the job and why. */
  dismissedBy: z.string().nullable(),
  why: z.string().nullable(),
});
export type Job = z.infer<typeof job>;

/** Jobs of a customer, open and lately done. The open ones come first. 404 `customer_not_found`. */
export const customerJobs = endpoint({
  id: 'customerJobs',
  method: 'GET',
  path: '/customer/{id}/jobs',
  access: signedIn,
  summary: 'What other systems are still to be told of a customer',
  params: z.object({ id: providerId }),
  response: z.object({ jobs: z.array(job), count: z.int() }),
});

/** Without a `state` all jobs that need a person: failed ones and those past their deadline. 30 a page, the newest first. */
export const listJobs = endpoint({
  id: 'listJobs',
  method: 'GET',
  path: '/jobs',
  access: atLeastRole('Admin'),
  summary: 'Jobs for other systems, for IT',
  query: z.object({ state: jobState.optional(), page: pageCursor.optional() }),
  response: z.object({ results: z.array(job), count: z.int(), next_page: nextPage }),
});

/** The job is run at once, and has its whole time again. 404 `job_not_found`, 409 `not_open` where nothing is left to do. */
export const retryJob = endpoint({
  id: 'retryJob',
  method: 'POST',
  path: '/jobs/{id}/retry',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Try what failed or waits now',
  params: z.object({ id: uuid }),
  response: z.object({ job }),
});

/** The job is not run any more. The reason is stored. 404 `job_not_found`, 409 `not_open`. */
export const dismissJob = endpoint({
  id: 'dismissJob',
  method: 'POST',
  path: '/jobs/{id}/dismiss',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Dismiss a job, for a reason',
  params: z.object({ id: uuid }),
  body: z.object({ reason: trimmedText(500).min(1, 'must not be empty') }),
  response: z.object({ job }),
});

/** Operations at the payment provider whose outcome is not known after five minutes. Recovery repeats them by itself. */
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
