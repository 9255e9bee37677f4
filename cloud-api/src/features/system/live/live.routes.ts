import { liveTicket } from '@washdesk/contracts/system/live';
import { siteOf } from '../../../common/caller.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { LiveService } from './live.service.ts';
import { ticketSeconds } from './tickets.ts';

export function liveRoutes(live: LiveService): Route[] {
  return [
    route(liveTicket, async ({ body, caller }) => {
      const principal = principalOf(caller);
      const grant = { topic: body.topic, site: siteOf(principal), host: body.host ?? null, session: principal.session };
      return { ticket: live.tickets.issue(grant), expiresIn: ticketSeconds };
    }),
  ];
}
