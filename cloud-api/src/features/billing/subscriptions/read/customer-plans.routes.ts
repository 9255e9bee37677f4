import { customerSchedules, customerSubscriptions } from '@washdesk/contracts/members/customer-parts';
import { route, type Route } from '../../../../http/route.ts';
import type { CustomerPlansService } from './customer-plans.service.ts';

export const customerPlansRoutes = (plans: CustomerPlansService): Route[] => [
  route(customerSubscriptions, ({ params, query }) => plans.subscriptions(params.id, query.noCache === 'true')),
  route(customerSchedules, ({ params, query }) => plans.schedules(params.id, query.noCache === 'true')),
];
