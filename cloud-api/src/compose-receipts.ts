import type { Db } from './db/pool.ts';
import type { Operations } from './operations/operations.ts';
import { acknowledgeIncrease } from './features/billing/receipts/acknowledge-increase.ts';
import { AgreementService } from './features/billing/receipts/agreement.service.ts';
import { PrintJobs } from './features/billing/receipts/print-jobs.ts';
import { PrintingService } from './features/billing/receipts/printing.service.ts';
import { receiptsRoutes } from './features/billing/receipts/receipts.routes.ts';
import { ReceiptsService } from './features/billing/receipts/receipts.service.ts';
import type { Route } from './http/route.ts';
import type { JobHandlers } from './jobs/job.ts';
import type { RunJobNow } from './jobs/run-job-now.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  db: Db;
  operations: Operations;
  clock: Clock;
  sites: SiteCommands;
}

/** Receipts on screen and paper. */
export function createReceipts({ db, operations, clock, sites }: Parts) {
  const jobs = new PrintJobs({ db, sites, clock });
  const receipts = new ReceiptsService(db);
  const jobHandlers = {
    'receipt.print': (job) => jobs.execute(job),
    'increase.acknowledge': acknowledgeIncrease({ db, operations }),
  } satisfies JobHandlers;
  return {
    receipts,
    jobHandlers,
    routes: (runJobNow: RunJobNow): Route[] =>
      receiptsRoutes({
        receipts,
        printing: new PrintingService({ db, clock, jobs, runJobNow }),
        agreements: new AgreementService(db),
      }),
  };
}
