import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Loyalty } from '../../../ports/loyalty.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { LoyaltyCards } from './cards.service.ts';
import { loyaltyCopy } from './compare-loyalty.ts';
import { convergeCustomer, loyaltyJobHandler } from './converge.ts';
import { loyaltyRoutes } from './loyalty.routes.ts';
import { RegisterCard } from './register.service.ts';
import { LoyaltySteps } from './steps.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  jobs: Pick<JobQueue, 'runJobNow'>;
  loyalty: Loyalty;
  clock: Clock;
  settings: ReadSetting;
}

export function createLoyalty({ db, operations, jobs, loyalty, clock, settings }: Dependencies) {
  const parts = {
    db,
    loyalty,
    clock,
    goodDays: () => settings('goodDaysAfterPeriodEnd'),
    placeholderEmailDomain: () => settings('placeholderEmailDomain'),
  };
  const converge = convergeCustomer(parts);
  const registerCard = new RegisterCard({ db, operations });
  return {
    routes: loyaltyRoutes({
      steps: new LoyaltySteps({ db, operations, runJobNow: jobs.runJobNow, loyalty, converge, registerCard }),
      cards: new LoyaltyCards({ db, loyalty, clock, converge }),
    }),
    jobs: { 'converge.loyalty': loyaltyJobHandler(converge) },
    copy: loyaltyCopy({ ...parts, converge }),
  } satisfies OfferingFeature;
}
