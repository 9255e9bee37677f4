import type { Logger } from 'pino';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { ConfigurationService } from './configuration.service.ts';
import { personalData } from './configuration.store.ts';
import { storeReportedOutcome } from './reported-outcome.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
  log: Logger;
}

/** The configuration of the sites: its versions, and what the sites did with them. */
export function createConfiguration(tools: Dependencies) {
  return {
    officeAuditKinds: ['site-configuration'],
    personalData,
    routes: configurationRoutes(new ConfigurationService(tools)),
    /** For the events of the sites. */
    storeReportedOutcome,
  } satisfies OfferingFeature;
}
