import { customerJobs, dismissJob, listJobs, listStuckOperations, retryJob } from '@washdesk/contracts/system/job';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { JobsService } from './jobs.service.ts';

export const jobsRoutes = (jobs: JobsService): Route[] => [
  route(customerJobs, ({ params }) => jobs.ofCustomer(params.id)),
  route(listJobs, ({ query }) => jobs.list(query.state ?? null, query.page)),
  route(listStuckOperations, () => jobs.stuckOperations()),
  route(retryJob, ({ params, caller }) => jobs.retry(params.id, principalOf(caller))),
  route(dismissJob, ({ params, body, caller }) => jobs.dismiss(params.id, body.reason, principalOf(caller))),
];
