import type { Logger } from 'pino';
import { fleetTopic, getFleetSite, getSiteLine, listFleet } from '@washdesk/contracts/sites/fleet';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteLink } from '../../../ports/site-link.ts';
import { FleetService } from './fleet.service.ts';
import { personalData } from './fleet.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  live: LiveHub;
  sites: Pick<SiteLink, 'connected' | 'observe'>;
}

/** Every site as it is now, and its connection over time. */
export function createFleet({ sites, ...core }: Dependencies) {
  const fleet = new FleetService({ ...core, link: sites });
  sites.observe(fleet);
  return {
    /** Returns every site as it is now, from memory. */
    sites: () => fleet.known(),
    personalData,
    live: [{ topic: fleetTopic, snapshot: async () => fleet.snapshot() }],
    routes: [
      route(listFleet, async () => ({ sites: await fleet.list() })),
      route(getFleetSite, ({ params }) => fleet.of(params.site)),
      route(getSiteLine, ({ params, query }) => fleet.line(params.site, Number(query.hours))),
    ],
    start: async () => fleet.start(),
    stop: async () => fleet.stop(),
  } satisfies OfferingFeature;
}
