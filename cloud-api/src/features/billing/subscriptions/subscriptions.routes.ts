import {
  createSubscription,
  reinstateSubscription,
  subscriptionPlans,
  subscriptionPrices,
} from '@washdesk/contracts/billing/plans/subscription';
import { latestInvoice, previewChange, previewEnding, previewSignUp } from '@washdesk/contracts/billing/plans/subscription-preview';
import { customerSchedules, customerSubscriptions } from '@washdesk/contracts/members/customer-parts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { EndingPreview } from './end/ending-preview.ts';
import type { PreviewsService } from './preview/previews.service.ts';
import type { CustomerPlansService } from './read/customer-plans.service.ts';
import type { PlanChoiceService } from './read/plan-choice.service.ts';
import type { ReinstateService } from './start/reinstate.service.ts';
import type { SignUpService } from './start/sign-up.service.ts';

interface Services {
  signUps: SignUpService;
  previews: PreviewsService;
  endingPreview: EndingPreview;
  planChoice: PlanChoiceService;
  reinstates: ReinstateService;
}

export const subscriptionsRoutes = ({ signUps, previews, endingPreview, planChoice, reinstates }: Services): Route[] => [
  route(createSubscription, async ({ body, caller, idempotencyKey }) => {
    const answer = await signUps.signUp(body, principalOf(caller), requiredKey(idempotencyKey));
    return answer.body;
  }),
  route(previewSignUp, ({ body, caller }) => previews.signUp(body, principalOf(caller))),
  route(previewChange, ({ params, body, caller }) => previews.change(params.id, body, principalOf(caller))),
  route(previewEnding, ({ params, query }) => endingPreview.preview(params.id, query.change)),
  route(latestInvoice, ({ params, query, caller }) => previews.invoice(params.id, query, principalOf(caller))),
  route(subscriptionPlans, ({ params, query, caller }) => planChoice.plans(params.id, query, principalOf(caller))),
  route(subscriptionPrices, ({ params }) => planChoice.prices(params.id)),
  route(reinstateSubscription, async ({ params, query, body, caller, idempotencyKey }) => {
    const by = principalOf(caller);
    const answer = await reinstates.reinstate(params.id, query.mode, body, by, requiredKey(idempotencyKey));
    return answer.body;
  }),
];

export const customerPlansRoutes = (plans: CustomerPlansService): Route[] => [
  route(customerSubscriptions, ({ params, query }) => plans.subscriptions(params.id, query.noCache === 'true')),
  route(customerSchedules, ({ params, query }) => plans.schedules(params.id, query.noCache === 'true')),
];
