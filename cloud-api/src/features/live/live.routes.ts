import { liveTicket } from '@washdesk/contracts/live';
import { Failure } from '../../http/failure.ts';
import { principalOf, route, type Route } from '../../http/route.ts';
import type { LiveService } from './live.service.ts';
import { ticketSeconds } from './tickets.ts';

export function liveRoutes(live: LiveService): Route[] {
  return [
    route(liveTicket, async ({ body, caller }) => {
      const { site, session } = principalOf(caller);
      if (site === null) throw new Failure(409, 'no_location', 'Please choose a location first');
      return { ticket: live.tickets.issue({ topic: body.topic, site, host: body.host ?? null, session }), expiresIn: ticketSeconds };
    }),
  ];
}
