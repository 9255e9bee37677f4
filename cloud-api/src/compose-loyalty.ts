import { postgresLoyalty } from './adapters/postgres-loyalty/postgres-loyalty.ts';
import type { Db } from './db/pool.ts';
import type { Operations } from './operations/operations.ts';
import { LoyaltyCards } from './features/members/loyalty/cards.service.ts';
import { convergeCustomer, settleLoyalty } from './features/members/loyalty/converge.ts';
import { loyaltyRoutes } from './features/members/loyalty/loyalty.routes.ts';
import { RegisterCard } from './features/members/loyalty/register.service.ts';
import { LoyaltySteps } from './features/members/loyalty/steps.service.ts';
import { settingOf } from './features/company/settings/settings.store.ts';
import type { Route } from './http/route.ts';
import type { RunJobNow } from './jobs/run-job-now.ts';
import type { Clock } from './ports/clock.ts';

interface Parts {
  db: Db;
  operations: Operations;
  clock: Clock;
  goodDays: () => Promise<number>;
}

/** Loyalty cards and the groups of the gates: what keeps them in step, and the services behind their calls. */
export function createLoyalty({ db, operations, clock, goodDays }: Parts) {
  const loyalty = postgresLoyalty(db);
  const converge = convergeCustomer({
    db,
    loyalty,
    clock,
    goodDays,
    placeholderEmailDomain: () => settingOf(db, 'placeholderEmailDomain'),
  });
  const registerCard = new RegisterCard({ db, operations });
  return {
    jobHandlers: { 'converge.loyalty': settleLoyalty(converge) },
    routes: (runJobNow: RunJobNow): Route[] =>
      loyaltyRoutes({
        steps: new LoyaltySteps({ db, operations, runJobNow, loyalty, converge, registerCard }),
        cards: new LoyaltyCards({ db, loyalty, clock, converge }),
      }),
  };
}
