import {
  customerObligations,
  dismissObligation,
  listObligations,
  listStuckDeeds,
  retryObligation,
} from '@washdesk/contracts/system/obligation';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ObligationsService } from './obligations.service.ts';

export const obligationsRoutes = (obligations: ObligationsService): Route[] => [
  route(customerObligations, ({ params }) => obligations.ofCustomer(params.id)),
  route(listObligations, ({ query }) => obligations.list(query.state ?? null, query.page)),
  route(listStuckDeeds, () => obligations.stuckDeeds()),
  route(retryObligation, ({ params, caller }) => obligations.retry(params.id, principalOf(caller))),
  route(dismissObligation, ({ params, body, caller }) => obligations.dismiss(params.id, body.reason, principalOf(caller))),
];
