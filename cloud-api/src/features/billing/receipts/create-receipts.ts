import type { Alert } from '../../../common/alert.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteCommands, SiteJournals } from '../../../ports/site-commands.ts';
import { acknowledgeIncrease } from './acknowledge-increase.ts';
import { AgreementService } from './agreement.service.ts';
import { PrintJobs } from './print-jobs.ts';
import { PrintingService } from './printing.service.ts';
import { receiptsRoutes } from './receipts.routes.ts';
import { ReceiptsService } from './receipts.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  jobs: Pick<JobQueue, 'runJobNow'>;
  clock: Clock;
  sites: SiteCommands & SiteJournals;
  settings: ReadSetting;
  alert: Alert;
}

export function createReceipts({ db, operations, jobs, clock, sites, settings, alert }: Dependencies) {
  const receipts = new ReceiptsService(db, settings);
  const printJobs = new PrintJobs({ db, sites, clock, settings, alert });
  const printing = new PrintingService({ db, clock, jobs: printJobs, runJobNow: jobs.runJobNow });
  return {
    routes: receiptsRoutes({ receipts, printing, agreements: new AgreementService(db) }),
    jobs: {
      'receipt.print': (job) => printJobs.execute(job),
      'increase.acknowledge': acknowledgeIncrease({ db, operations }),
    },
    receipts,
  } satisfies OfferingFeature;
}

/** Reads a receipt as text, for messages. */
export const receiptTextReader = (db: Db, settings: ReadSetting) => (id: string) => new ReceiptsService(db, settings).textOf(id);
