import type { Config } from '../config.ts';
import { createGates } from '../features/lane/gates/create-gates.ts';
import { createRedeem } from '../features/lane/redeem/create-redeem.ts';
import { createRoster } from '../features/lane/roster/create-roster.ts';
import type { Core } from './core.ts';
import type { SitesDomain } from './sites.ts';

export type LaneDomain = ReturnType<typeof composeLane>;

export function composeLane(core: Core, config: Config, { timeZoneOf, siteNumbers }: Pick<SitesDomain, 'timeZoneOf' | 'siteNumbers'>) {
  const gates = createGates(core);
  return {
    features: [
      gates,
      createRedeem({ ...core, timeZoneOf }),
      createRoster({ ...core, databaseUrl: config.WASHDESK_DATABASE_URL, siteNumbers }),
    ],
    gateStatus: gates.statusOf,
  };
}
