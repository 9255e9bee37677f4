import type { Logger } from 'pino';
import type { OfferedPlan, PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { SignUpChoices } from '@washdesk/rules/plans/sign-up-terms';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { EnqueueWelcome } from '../../../documents/begun-plan.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { ClaimOrRefuse } from '../../../mirror/projection/claims.store.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { partedRates } from '../../../mirror/reads/tax-rates.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import { FreeMonthService } from './change/free-month.service.ts';
import { IncreaseService } from './change/increase.service.ts';
import { NextPriceCleanup } from './change/next-price-cleanup.ts';
import { PlanChangeService } from './change/plan-change.service.ts';
import { ReleaseService } from './change/release.service.ts';
import { SubscriptionEditsService, type ExemptionSwitched } from './change/subscription-edits.service.ts';
import { EndingPreview } from './end/ending-preview.ts';
import { EndingService } from './end/ending.service.ts';
import { planChangeRoutes } from './plan-change.routes.ts';
import { PlanFacts } from './plan-facts.ts';
import { PreviewsService } from './preview/previews.service.ts';
import { StartPreviews } from './preview/start-previews.ts';
import { CustomerPlansService, type OpenCancellations } from './read/customer-plans.service.ts';
import { PlanChoiceService } from './read/plan-choice.service.ts';
import { SubscriptionSearchService } from './read/subscription-search.service.ts';
import { PlanStarts } from './start/plan-starts.ts';
import { ReinstateChoice } from './start/reinstate-choice.ts';
import { ReinstateService } from './start/reinstate.service.ts';
import { Restarts } from './start/restarts.ts';
import { SignUpService } from './start/sign-up.service.ts';
import { customerPlansRoutes, subscriptionsRoutes } from './subscriptions.routes.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  log: Logger;
  planSettings: () => Promise<PlanSettings>;
  readFresh: ReadFresh;
  ageOf: AgeOfCustomer;
  gifts: GiftLimits;
  enqueueWelcome: EnqueueWelcome;
  exemptionSwitched: ExemptionSwitched;
  openCancellations: OpenCancellations;
  claim: ClaimOrRefuse;
  refreshUnannounced: () => Promise<void>;
}

const prorated: SignUpChoices = { freeForMonth: false, doNotProrate: false, chargeForLastMonth: false };
const nextPriceCleanupIntervalMs = 3_600_000;

export function createSubscriptions(dependencies: Dependencies) {
  const {
    db,
    operations,
    payments,
    clock,
    log,
    planSettings,
    readFresh,
    ageOf,
    gifts,
    enqueueWelcome,
    exemptionSwitched,
    openCancellations,
    claim,
    refreshUnannounced,
  } = dependencies;
  const facts = new PlanFacts({ db, clock, readFresh, settings: planSettings });
  const starts = new PlanStarts({ db, facts, payments, clock, refreshRates: refreshUnannounced });
  const reinstatements = new ReinstateChoice({ db, facts, payments, clock });
  const signUps = new SignUpService({ db, operations, facts, starts, gifts, enqueueWelcome });
  const planChoice = new PlanChoiceService({ facts, reinstatements, readFresh });
  const startPreviews = new StartPreviews({ starts, payments, clock, partRates: (ids) => partedRates(db, ids) });
  const previews = new PreviewsService({ facts, starts, startPreviews, signUps, planChoice, reinstatements, payments, clock });
  const endingPreview = new EndingPreview({ db, payments, facts, clock });
  const reinstates = new ReinstateService({ operations, payments, facts, starts, gifts, reinstatements });
  const increases = new IncreaseService({ operations, facts, clock });
  const releases = new ReleaseService({ db, operations, facts, clock });
  const nextPrices = new NextPriceCleanup({ db, operations, clock });
  const planChanges = new PlanChangeService({ db, operations, facts, planChoice, clock });
  const endings = new EndingService({ db, operations, payments, facts, clock });
  const customerPlans = new CustomerPlansService({ db, facts, ageOf, openCancellations });
  return {
    routes: [
      ...subscriptionsRoutes({ signUps, previews, endingPreview, planChoice, reinstates }),
      ...planChangeRoutes({
        planChanges,
        endings,
        edits: new SubscriptionEditsService({ operations, facts, clock, exemptionSwitched }),
        increases,
        releases,
        search: new SubscriptionSearchService({ db, facts, readFresh }),
      }),
      ...customerPlansRoutes(customerPlans),
    ],
    loops: [
      new WorkLoop({
        round: () => nextPrices.round(),
        everyMs: nextPriceCleanupIntervalMs,
        onTrouble: (error) => log.warn({ err: error }, 'Kept prices could not be cleared, retrying'),
      }),
    ],
    plan: (price: string) => facts.plan(price),
    /** Previews a sign-up of a person who is no customer yet, that begins now with a prorated month. */
    previewStart: (plan: OfferedPlan, site: number) => startPreviews.whole({ plan, site, choices: prorated, from: undefined, plans: null }),
    /** For bulk increases. */
    increases,
    releases,
    /** For members, who change their own plans. */
    customerPlans,
    previews,
    planChoice,
    planChanges,
    endings,
    reinstates,
    freeMonths: new FreeMonthService({ db, operations, facts, gifts }),
    restarts: new Restarts({ db, planChoice, previews, reinstates, claim }),
  } satisfies OfferingFeature;
}
