import { liveTicket } from '@washdesk/contracts/system/live';
import type { Notifications } from '../../../db/notifications.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { route, type Route } from '../../../http/route.ts';
import type { TicketSockets } from '../../../http/ticket-sockets.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveGrant } from '../../../live/live-source.ts';
import { liveChannel } from '../../../live/publish.ts';
import type { Clock } from '../../../ports/clock.ts';
import { personalData } from './live-ticket.store.ts';
import { LiveTickets, ticketSeconds } from './live-tickets.service.ts';

const liveRoutes = (tickets: LiveTickets): Route[] => [
  route(liveTicket, async ({ body, caller }) => ({
    ticket: await tickets.issue(body, caller),
    expiresIn: ticketSeconds,
  })),
];

interface Dependencies {
  db: Db;
  systemClock: Clock;
  hub: LiveHub;
  notifications: Notifications;
  sessions: {
    has(session: string): Promise<boolean>;
    onEnded(listener: (session: string) => void): void;
  };
  /** Whether a device is still in service. */
  isInService(device: string): Promise<boolean>;
}

/** Tickets for live sockets, and message delivery to them; the other features define the topics. */
export function createLive({ db, systemClock, hub, notifications, sessions, isInService }: Dependencies) {
  const tickets = new LiveTickets({ db, systemClock, hub });
  notifications.listen(liveChannel, { onPayload: (payload) => hub.receive(payload), onListening: () => hub.refresh() });
  sessions.onEnded((session) => hub.sessionEnded(session));
  const sockets: TicketSockets<LiveGrant> = {
    async redeem(ticket) {
      const grant = await tickets.redeem(ticket);
      // the console's tickets open no live socket
      return grant && hub.topic(grant.topic) ? grant : null;
    },
    join: (listener) => hub.join(listener),
    stillAllowed: ({ session, device = '' }) => (session === null ? isInService(device) : sessions.has(session)),
  };
  return { personalData, routes: liveRoutes(tickets), sockets, tickets, ticketSeconds } satisfies OfferingFeature;
}
