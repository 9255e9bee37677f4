import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../../../db/pool.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import { EndingService } from './end/ending.service.ts';
import { IncreaseService } from './change/increase.service.ts';
import { PlanChangeService } from './change/plan-change.service.ts';
import { PlanChoiceService } from './read/plan-choice.service.ts';
import { PlanFacts } from './plan-facts.ts';
import { PlanStarts } from './start/plan-starts.ts';
import { PreviewsService } from './preview/previews.service.ts';
import { ReinstateChoice } from './start/reinstate-choice.ts';
import { ReinstateService } from './start/reinstate.service.ts';
import { ReleaseService } from './change/release.service.ts';
import { SignUpService, type EnqueueWelcome } from './start/sign-up.service.ts';
import { StartPreviews } from './preview/start-previews.ts';
import { SubscriptionEditsService } from './change/subscription-edits.service.ts';
import { SubscriptionSearchService } from './read/subscription-search.service.ts';

interface Parts {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  settings: () => Promise<PlanSettings>;
  readFresh: ReadFresh;
  enqueueWelcome: EnqueueWelcome;
}

/** The services of this feature, made of each other. */
export function createSubscriptions({ db, operations, payments, clock, settings, readFresh, enqueueWelcome }: Parts) {
  const facts = new PlanFacts({ db, settings });
  const starts = new PlanStarts({ db, facts, payments, clock });
  const reinstatements = new ReinstateChoice({ facts, payments, clock });
  const signUps = new SignUpService({ db, operations, facts, starts, enqueueWelcome });
  const planChoice = new PlanChoiceService({ facts, reinstatements, readFresh });
  const startPreviews = new StartPreviews({ starts, payments, clock });
  return {
    facts,
    signUps,
    planChoice,
    reinstates: new ReinstateService({ operations, facts, starts, reinstatements }),
    previews: new PreviewsService({ facts, starts, startPreviews, signUps, planChoice, reinstatements, payments, clock }),
    planChanges: new PlanChangeService({ db, operations, facts, planChoice, clock }),
    endings: new EndingService({ db, operations, facts, clock }),
    edits: new SubscriptionEditsService({ operations, facts, clock }),
    increases: new IncreaseService({ operations, facts, clock }),
    releases: new ReleaseService({ db, operations, facts, clock }),
    search: new SubscriptionSearchService({ db, facts, readFresh }),
  };
}
