import type { Logger } from 'pino';
import { agentRoster } from '@washdesk/contracts/lane/agent';
import type { Notifications } from '../../../db/notifications.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import { rosterChannel } from '../../../mirror/projection/roster.store.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import type { SiteLink } from '../../../ports/site-link.ts';
import { RosterService } from './roster.service.ts';

const rosterRoutes = (roster: RosterService): Route[] => [
  route(agentRoster, ({ query, caller }) => roster.page(principalOf(caller), query)),
];

interface Dependencies {
  db: Db;
  notifications: Notifications;
  sites: Pick<SiteLink, 'announceRoster'>;
  settings: ReadSetting;
  siteNumbers: () => Promise<number[]>;
  log: Logger;
}

/**
 * The roster, pulled by agents. Announces its new number to the sites, whichever process changed it; a missed notification is harmless,
 * because agents also poll.
 */
export function createRoster({ db, notifications, sites, settings, siteNumbers, log }: Dependencies): Feature {
  const announce = (seq: number): void => {
    siteNumbers().then(
      (numbers) => numbers.forEach((site) => sites.announceRoster(site, seq)),
      (error: unknown) => log.warn({ err: error }, 'Announcing a roster change failed'),
    );
  };
  notifications.listen(rosterChannel, { onPayload: (seq) => announce(Number(seq)) });
  return { routes: rosterRoutes(new RosterService(db, settings)) };
}
