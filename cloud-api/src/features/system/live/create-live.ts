import { liveTicket } from '@washdesk/contracts/system/live';
import type { OfferingFeature } from '../../../feature.ts';
import type { LiveHub } from '../../../http/live-sockets.ts';
import { LiveService, type GateMessage } from './live.service.ts';
import { type LiveGrant, ticketSeconds } from './tickets.ts';
import { siteOf } from '../../../common/caller.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';

function liveRoutes(live: LiveService): Route[] {
  return [
    route(liveTicket, async ({ body, caller }) => {
      const principal = principalOf(caller);
      const grant = { topic: body.topic, site: siteOf(principal), host: body.host ?? null, session: principal.session };
      return { ticket: live.tickets.issue(grant), expiresIn: ticketSeconds };
    }),
  ];
}

type GateStatus = Omit<GateMessage, 'type' | 'host'>;

interface Dependencies {
  gateStatus: (site: number, host: string) => Promise<GateStatus | null>;
  sessions: {
    has(session: string): Promise<boolean>;
    onEnded(listener: (session: string) => void): void;
  };
  sites: { onChange(listener: Pick<LiveService, 'device' | 'report'>): void };
}

/** Gates, tags and devices of a site, pushed to browsers. */
export function createLive({ gateStatus, sessions, sites }: Dependencies) {
  const live = new LiveService(async (site, host) => {
    const status = await gateStatus(site, host);
    return status && { type: 'gate', host, ...status };
  });
  sites.onChange(live);
  sessions.onEnded((session) => live.sessionEnded(session));
  const hub: LiveHub<LiveGrant> = {
    redeem: (ticket) => live.tickets.redeem(ticket),
    join: (listener) => live.join(listener),
    stillAllowed: (grant) => sessions.has(grant.session),
  };
  return { routes: liveRoutes(live), hub } satisfies OfferingFeature;
}
