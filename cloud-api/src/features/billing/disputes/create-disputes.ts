import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { ReadFreshCustomer } from '../../../mirror/reads/read-fresh-customer.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { CollectDisputeService } from './collect.service.ts';
import { disputesRoutes } from './disputes.routes.ts';
import { DisputesService } from './disputes.service.ts';
import { EvidencePackService } from './evidence/evidence-pack.service.ts';
import { personalData } from './evidence/evidence-pack.store.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  clock: Clock;
  settings: ReadSetting;
  refresh: ReadFreshCustomer;
  readFresh: ReadFresh;
}

export const createDisputes = ({ db, operations, clock, settings, refresh, readFresh }: Dependencies): Feature => ({
  personalData,
  routes: disputesRoutes({
    disputes: new DisputesService({ db, operations, clock, refresh, readFresh }),
    collecting: new CollectDisputeService({ db, operations, clock }),
    packs: new EvidencePackService({ db, operations, clock, settings }),
  }),
});
