import {
  customerDiscounts,
  customerDxt,
  customerPlatesAndTags,
  customerUsage,
  type CustomerDxt,
} from '@washdesk/contracts/members/customer-sitewatch';
import { customerSummary } from '@washdesk/contracts/members/customer-summary';
import { customerTimeline } from '@washdesk/contracts/members/customer-timeline';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { CustomerAtSites } from './at-sites.service.ts';
import type { CustomerSummaries } from './summary.service.ts';
import type { CustomerTimeline } from './timeline.service.ts';
import type { CustomerUsage } from './usage.service.ts';

export interface CustomerViews {
  usage: CustomerUsage;
  summaries: CustomerSummaries;
  timeline: CustomerTimeline;
  atSites: CustomerAtSites;
  dxtOf: (customer: string) => Promise<CustomerDxt>;
}

export const customerViewsRoutes = ({ usage, summaries, timeline, atSites, dxtOf }: CustomerViews): Route[] => [
  route(customerUsage, ({ params, query, caller }) => usage.of(params.id, query.page, principalOf(caller))),
  route(customerSummary, ({ params, caller }) => summaries.of(params.id, principalOf(caller))),
  route(customerTimeline, ({ params, query, caller }) => timeline.of(params.id, query, principalOf(caller))),
  route(customerDiscounts, ({ params }) => atSites.discounts(params.id)),
  route(customerPlatesAndTags, ({ params, caller }) => atSites.platesAndTags(principalOf(caller), params.id)),
  route(customerDxt, ({ params }) => dxtOf(params.id)),
];
