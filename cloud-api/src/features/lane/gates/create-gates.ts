import type { Pool } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { gatesRoutes } from './gates.routes.ts';
import { GatesService } from './gates.service.ts';

export function createGates(dependencies: { pool: Pool; sites: SiteCommands; clock: Clock }) {
  const gates = new GatesService(dependencies);
  return {
    routes: gatesRoutes(gates),
    /** How a gate stands now, for live screens. */
    statusOf: (site: number, host: string) => gates.status(site, host),
  } satisfies OfferingFeature;
}
