import {
  changePrice,
  discontinueSubscription,
  downgradeSubscription,
  getSubscription,
  terminateSubscription,
  upgradeSubscription,
} from '@washdesk/contracts/billing/plans/plan-change';
import { changeTax, searchSubscriptions, subscriptionMetadata } from '@washdesk/contracts/billing/plans/subscription-edit';
import { releaseSchedule, scheduleIncrease } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { IncreaseService } from './change/increase.service.ts';
import type { PlanChangeService } from './change/plan-change.service.ts';
import type { ReleaseService } from './change/release.service.ts';
import type { SubscriptionEditsService } from './change/subscription-edits.service.ts';
import type { EndingService } from './end/ending.service.ts';
import type { SubscriptionSearchService } from './read/subscription-search.service.ts';

interface Services {
  planChanges: PlanChangeService;
  endings: EndingService;
  edits: SubscriptionEditsService;
  increases: IncreaseService;
  releases: ReleaseService;
  search: SubscriptionSearchService;
}

export const planChangeRoutes = ({ planChanges, endings, edits, increases, releases, search }: Services): Route[] => [
  route(getSubscription, ({ params, query }) => search.one(params.id, query.noCache === 'true')),
  route(searchSubscriptions, ({ body, query, caller }) => search.search(body, query.page, principalOf(caller))),
  route(upgradeSubscription, ({ params, body, caller, idempotencyKey }) =>
    planChanges.change('upgrade', params.id, body, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(downgradeSubscription, ({ params, body, caller, idempotencyKey }) =>
    planChanges.change('downgrade', params.id, body, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(changePrice, ({ params, body, caller, idempotencyKey }) =>
    planChanges.change('changeprice', params.id, body, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(discontinueSubscription, ({ params, body, caller, idempotencyKey }) =>
    endings.discontinue(params.id, body.reason, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(terminateSubscription, ({ params, body, caller, idempotencyKey }) =>
    endings.terminate(params.id, body.reason, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(subscriptionMetadata, ({ params, body, caller, idempotencyKey }) =>
    edits.metadata(params.id, body, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(changeTax, ({ params, body, caller, idempotencyKey, operationKey }) =>
    edits.tax(params.id, { site: body.site, save: operationKey }, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(scheduleIncrease, ({ body, caller, idempotencyKey }) => increases.schedule(body, principalOf(caller), requiredKey(idempotencyKey))),
  route(releaseSchedule, ({ params, caller, idempotencyKey }) =>
    releases.release(params.id, principalOf(caller), requiredKey(idempotencyKey)),
  ),
];
