import type { Db } from './db/pool.ts';
import type { Deeds } from './deeds/deeds.ts';
import { acknowledgeIncrease } from './features/receipts/acknowledge-increase.ts';
import { AgreementService } from './features/receipts/agreement.service.ts';
import { PrintJobs } from './features/receipts/print-jobs.ts';
import { PrintingService } from './features/receipts/printing.service.ts';
import { receiptsRoutes } from './features/receipts/receipts.routes.ts';
import { ReceiptsService } from './features/receipts/receipts.service.ts';
import type { Route } from './http/route.ts';
import type { Performers } from './obligations/obligation.ts';
import type { OwedNow } from './obligations/owed-now.ts';
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
