import type { Db } from './db/pool.ts';
import type { Deeds } from './operations/deeds.ts';
import { acknowledgeIncrease } from './features/billing/receipts/acknowledge-increase.ts';
import { AgreementService } from './features/billing/receipts/agreement.service.ts';
import { PrintJobs } from './features/billing/receipts/print-jobs.ts';
import { PrintingService } from './features/billing/receipts/printing.service.ts';
import { receiptsRoutes } from './features/billing/receipts/receipts.routes.ts';
import { ReceiptsService } from './features/billing/receipts/receipts.service.ts';
import type { Route } from './http/route.ts';
import type { Performers } from './jobs/obligation.ts';
import type { OwedNow } from './jobs/owed-now.ts';
import type { Clock } from './ports/clock.ts';
import type { SiteCommands } from './ports/site-commands.ts';

interface Parts {
  db: Db;
  deeds: Deeds;
  clock: Clock;
  sites: SiteCommands;
}

/** Receipts on screen and paper. */
export function furnishReceipts({ db, deeds, clock, sites }: Parts) {
  const jobs = new PrintJobs({ db, sites, clock });
  const receipts = new ReceiptsService(db);
  const performers = {
    'receipt.print': (owed) => jobs.perform(owed),
    'increase.acknowledge': acknowledgeIncrease({ db, deeds }),
  } satisfies Performers;
  return {
    receipts,
    performers,
    routes: (owedNow: OwedNow): Route[] =>
      receiptsRoutes({
        receipts,
        printing: new PrintingService({ db, clock, jobs, owedNow }),
        agreements: new AgreementService(db),
      }),
  };
}
