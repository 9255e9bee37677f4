import type { Logger } from 'pino';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import type { Reach } from '../../../documents/message.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Loyalty } from '../../../ports/loyalty.ts';
import type { Payments, PaymentsReader } from '../../../ports/payments.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { CustomerDataService } from './customer-data.service.ts';
import { eraseAtSite } from './erase-at-site.ts';
import { ErasureRequests } from './erasure-requests.service.ts';
import { personalData as requestData } from './erasure-requests.store.ts';
import { ErasureWorker } from './erasure-worker.ts';
import { ErasureService } from './erasure.service.ts';
import { personalData } from './erasure.store.ts';
import { privacyRoutes } from './privacy.routes.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  operations: Operations;
  payments: PaymentsReader;
  backgroundPayments: Payments;
  loyalty: Loyalty;
  sites: SiteCommands;
  erasedCodes: ErasedCodes;
  /** Complete once every domain is composed. */
  personalTables: PersonalTables;
  jobsAdded: () => void;
  reachRequested: Reach;
}

const lookedForDueEveryMs = 5_000;

/** Erases customers and exports what is stored about them. */
export function createPrivacy(dependencies: Dependencies) {
  const { db, clock, log, operations, sites, erasedCodes, personalTables: declared, backgroundPayments: payments } = dependencies;
  const worker = new ErasureWorker({ ...dependencies, payments, declared });
  const loop = new WorkLoop({
    round: () => worker.round(),
    everyMs: lookedForDueEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Cannot continue erasures, retrying later'),
  });
  const requests = new ErasureRequests(dependencies);
  const erasures = new ErasureService({ db, operations, payments: dependencies.payments, requested: () => loop.poke(), requests });
  const data = new CustomerDataService({ db, clock, sites, declared, erasures });
  return {
    personalData: { ...personalData, ...requestData },
    routes: privacyRoutes({ data, erasures, requests }),
    jobs: { 'sitewatch.erase': eraseAtSite({ db, sites, erasedCodes, asked: () => loop.poke() }) },
    loops: [loop],
    /** For members, who ask for themselves. */
    requests,
    data,
  } satisfies OfferingFeature;
}
