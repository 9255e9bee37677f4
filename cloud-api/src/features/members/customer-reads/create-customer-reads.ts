import { customerReads } from '@washdesk/contracts/members/customer-reads';
import type { Alert } from '../../../common/alert.ts';
import type { Presences } from '../../../common/caller.ts';
import type { Pool } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { personalData, readsOf } from './customer-reads.store.ts';
import { NumberLookups } from './number-lookups.ts';
import { PeopleShown } from './people-shown.ts';

interface Dependencies {
  pool: Pool;
  clock: Clock;
  alert: Alert;
  settings: ReadSetting;
  presences: Presences;
}

const mostListed = 200;

/** Who saw which customer (docs/rules/access.md#seeing-customers). */
export function createCustomerReads(dependencies: Dependencies) {
  return {
    personalData,
    routes: [
      route(customerReads, async ({ params }) => {
        const reads = (await readsOf(dependencies.pool.db, params.id, mostListed)).map(({ at, ...row }) => ({
          ...row,
          at: at.toISOString(),
        }));
        return { reads, count: reads.length };
      }),
    ],
    /** For the HTTP layer. */
    peopleShown: new PeopleShown(dependencies),
    numberLookups: new NumberLookups({ ...dependencies, db: dependencies.pool.db }),
  } satisfies OfferingFeature;
}
