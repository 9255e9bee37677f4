import { randomBytes } from 'node:crypto';
import type { LiveTopic } from '@washdesk/contracts/system/live';

export interface LiveGrant {
  topic: LiveTopic;
  site: number;
  /** One gate; null for all of them. */
  host: string | null;
  session: string;
}

const goodMs = 30_000;
export const ticketSeconds = goodMs / 1000;

export interface Tickets {
  issue(grant: LiveGrant): string;
  /** Null for a ticket that is unknown, used or older than 30 s. */
  redeem(ticket: string): LiveGrant | null;
}

/** Single-use tickets, in this process's memory: a socket must reach the process that gave its ticket. */
export function createTickets(monotonic = () => performance.now()): Tickets {
  const issued = new Map<string, { grant: LiveGrant; until: number }>();
  const dropOld = (): void => {
    for (const [ticket, { until }] of issued) {
      if (until > monotonic()) return;
      issued.delete(ticket);
    }
  };
  return {
    issue(grant) {
      dropOld();
      const ticket = randomBytes(24).toString('base64url');
      issued.set(ticket, { grant, until: monotonic() + goodMs });
      return ticket;
    },
    redeem(ticket) {
      const kept = issued.get(ticket);
      issued.delete(ticket);
      return kept && kept.until > monotonic() ? kept.grant : null;
    },
  };
}
