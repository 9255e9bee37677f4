import type { PlanSettings } from '@washdesk/rules/offered-plan';
import type { Db } from '../../db/pool.ts';
import type { Deeds } from '../../deeds/deeds.ts';
import type { LookAgain } from '../../mirror/look-again.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Payments } from '../../ports/payments.ts';
import { EndingService } from './ending.service.ts';
import { IncreaseService } from './increase.service.ts';
import { PlanChangeService } from './plan-change.service.ts';
import { PlanChoiceService } from './plan-choice.service.ts';
import { PlanFacts } from './plan-facts.ts';
import { PlanStarts } from './plan-starts.ts';
import { PreviewsService } from './previews.service.ts';
import { ReinstateChoice } from './reinstate-choice.ts';
import { ReinstateService } from './reinstate.service.ts';
import { ReleaseService } from './release.service.ts';
import { SignUpService, type OweWelcome } from './sign-up.service.ts';
import { StartPreviews } from './start-previews.ts';
import { SubscriptionEditsService } from './subscription-edits.service.ts';
import { SubscriptionSearchService } from './subscription-search.service.ts';

interface Parts {
  db: Db;
  deeds: Deeds;
  payments: Payments;
  clock: Clock;
  settings: () => Promise<PlanSettings>;
  lookAgain: LookAgain;
  oweWelcome: OweWelcome;
}

/** The services of this feature, made of each other. */
export function createSubscriptions({ db, deeds, payments, clock, settings, lookAgain, oweWelcome }: Parts) {
  const facts = new PlanFacts({ db, settings });
  const starts = new PlanStarts({ db, facts, payments, clock });
  const reinstatements = new ReinstateChoice({ facts, payments, clock });
  const signUps = new SignUpService({ db, deeds, facts, starts, oweWelcome });
  const planChoice = new PlanChoiceService({ facts, reinstatements, lookAgain });
  const startPreviews = new StartPreviews({ starts, payments, clock });
  return {
    facts,
    signUps,
    planChoice,
    reinstates: new ReinstateService({ deeds, facts, starts, reinstatements }),
    previews: new PreviewsService({ facts, starts, startPreviews, signUps, planChoice, reinstatements, payments, clock }),
    planChanges: new PlanChangeService({ db, deeds, facts, planChoice, clock }),
    endings: new EndingService({ db, deeds, facts, clock }),
    edits: new SubscriptionEditsService({ deeds, facts, clock }),
    increases: new IncreaseService({ deeds, facts, clock }),
    releases: new ReleaseService({ db, deeds, facts, clock }),
    search: new SubscriptionSearchService({ db, facts, lookAgain }),
  };
}
