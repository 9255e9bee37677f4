import {
  customerJobs,
  dismissJob,
  listJobGroups,
  listJobs,
  listStuckOperations,
  retryJob,
  retryJobs,
} from '@washdesk/contracts/system/job';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import { JobsService } from './jobs.service.ts';

const jobsRoutes = (jobs: JobsService): Route[] => [
  route(customerJobs, ({ params }) => jobs.ofCustomer(params.id)),
  route(listJobs, ({ query }) => jobs.list(query)),
  route(listJobGroups, ({ query }) => jobs.groups(query.customer ?? null)),
  route(retryJobs, ({ body, keyedCall }) => jobs.retryGroup(body, keyedCall())),
  route(listStuckOperations, () => jobs.stuckOperations()),
  route(retryJob, ({ params, keyedCall }) => jobs.retry(params.id, keyedCall())),
  route(dismissJob, ({ params, body, keyedCall }) => jobs.dismiss(params.id, body.reason, keyedCall())),
];

interface Dependencies {
  db: Db;
  clock: Clock;
  jobs: Pick<JobQueue, 'added'>;
}

/** Jobs as users see them, to retry or dismiss. */
export const createJobs = ({ db, clock, jobs }: Dependencies): Feature => ({
  officeAuditKinds: ['job'],
  routes: jobsRoutes(new JobsService({ db, clock, jobsAdded: jobs.added })),
  // after a retry it is still open: it ends only when a user dismisses it
  jobs: { alert: ({ payload }) => Promise.resolve({ kind: 'refused', reason: payload.reason }) },
});
