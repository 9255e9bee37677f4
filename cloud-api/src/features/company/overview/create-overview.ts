import type { Logger } from 'pino';
import { getOverview } from '@washdesk/contracts/company/overview';
import type { OverviewSource } from '../../../common/overview-source.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import { OverviewService } from './overview.service.ts';

interface Dependencies {
  overviewSources: readonly OverviewSource[];
  log: Logger;
}

/** What needs attention in the office, gathered from all features (docs/rules/company.md#overview). */
export function createOverview({ overviewSources, log }: Dependencies): Feature {
  const service = new OverviewService({
    overviewSources,
    onFailure: (kind, error) => log.warn({ err: error, kind }, 'Reading a figure of the overview failed'),
  });
  return { routes: [route(getOverview, ({ query, caller }) => service.overview(principalOf(caller).roles, query.site ?? null))] };
}
