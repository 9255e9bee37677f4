import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../ports/clock.ts';
import { jobsRoutes } from './jobs.routes.ts';
import { JobsService } from './jobs.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  jobs: Pick<JobQueue, 'added'>;
}

/** Jobs as people see them, who may try one again or give it up. */
export const createJobs = ({ db, clock, jobs }: Dependencies): Feature => ({
  routes: jobsRoutes(new JobsService({ db, clock, jobsAdded: jobs.added })),
});
