import type { Logger } from 'pino';
import { getOverview } from '@washdesk/contracts/company/overview';
import { roleNames, rolesFromNames } from '@washdesk/rules/company/roles';
import type { OverviewSource } from '../../../common/overview-source.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import { OverviewService } from './overview.service.ts';

interface Dependencies {
  overviewSources: readonly OverviewSource[];
  log: Logger;
}

/** What needs attention in the office, gathered from all features (docs/rules/company.md#overview). */
export function createOverview({ overviewSources, log }: Dependencies) {
  const service = new OverviewService({
    overviewSources,
    onFailure: (kind, error) => log.warn({ err: error, kind }, 'Reading a figure of the overview failed'),
  });
  return {
    routes: [route(getOverview, ({ query, caller }) => service.overview(principalOf(caller).roles, query.site ?? null))],
    /** The figures of every site, whatever the role. */
    wholeOverview: () => service.overview(rolesFromNames(roleNames), null),
  } satisfies OfferingFeature;
}
