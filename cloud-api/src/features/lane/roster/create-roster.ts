import { agentRoster } from '@washdesk/contracts/lane/agent';
import type { Logger } from 'pino';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { SiteLink } from '../../../ports/site-link.ts';
import { RosterAnnouncer } from './announcer.ts';
import { RosterService } from './roster.service.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';

const rosterRoutes = (roster: RosterService): Route[] => [
  route(agentRoster, ({ query, caller }) => roster.page(principalOf(caller), query.since)),
];

interface Dependencies {
  db: Db;
  /** The announcer listens on a connection of its own. */
  databaseUrl: string;
  sites: Pick<SiteLink, 'announceRoster'>;
  siteNumbers: () => Promise<number[]>;
  log: Logger;
}

/** The roster, as agents pull it. */
export function createRoster({ db, databaseUrl, sites, siteNumbers, log }: Dependencies): Feature {
  const announce = (seq: number): void => {
    siteNumbers().then(
      (numbers) => numbers.forEach((site) => sites.announceRoster(site, seq)),
      (error: unknown) => log.warn({ err: error }, 'a roster change was not announced'),
    );
  };
  const announcer = new RosterAnnouncer({ url: databaseUrl, log, announce });
  return {
    routes: rosterRoutes(new RosterService(db)),
    start: () => announcer.start(),
    stop: () => announcer.stop(),
  };
}
