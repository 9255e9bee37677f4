import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deviceSuffices, rolesSuffice } from '@washdesk/contracts/access';
import type { Access } from '@washdesk/contracts/endpoint';
import type { LiveAudience } from '@washdesk/contracts/live-topic';
import { siteOf, type Caller } from '../../../common/caller.ts';
import { badRequest, forbidden, unauthorized } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveGrant } from '../../../live/live-source.ts';
import type { Clock } from '../../../ports/clock.ts';
import { insertTicket, takeTicket } from './live-ticket.store.ts';

export const ticketSeconds = 30;

const storedGrant = z.object({
  topic: z.string(),
  site: z.int().nullable(),
  filter: z.record(z.string(), z.string()),
  session: z.string().nullable(),
  device: z.string().optional(),
}) satisfies z.ZodType<LiveGrant>;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

export interface WantedTicket {
  topic: string;
  audience: LiveAudience;
  filter: Record<string, string>;
}

/** Single-use tickets, stored in the database because a socket may open at another process than the one that issued the ticket. */
export class LiveTickets {
  readonly #db: Db;
  readonly #systemClock: Clock;
  readonly #hub: Pick<LiveHub, 'topic'>;

  constructor(options: { db: Db; systemClock: Clock; hub: Pick<LiveHub, 'topic'> }) {
    this.#db = options.db;
    this.#systemClock = options.systemClock;
    this.#hub = options.hub;
  }

  /** @throws Failure 400 `invalid_request`, 403 `forbidden`, 409 `no_location` */
  async issue(wanted: WantedTicket, caller: Pick<Caller, 'principal' | 'device'>): Promise<string> {
    return this.issueFor(this.#grant(wanted, caller));
  }

  async issueFor(grant: LiveGrant): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    const expires = new Date(this.#systemClock.now().getTime() + ticketSeconds * 1_000);
    await insertTicket(this.#db, hashOf(ticket), grant, expires);
    return ticket;
  }

  /** Returns null for a ticket that is unknown, used or older than 30 s. */
  async redeem(ticket: string): Promise<LiveGrant | null> {
    return storedGrant.safeParse(await takeTicket(this.#db, hashOf(ticket), this.#systemClock.now())).data ?? null;
  }

  #grant({ topic: name, audience, filter: given }: WantedTicket, caller: Pick<Caller, 'principal' | 'device'>): LiveGrant {
    const topic = this.#hub.topic(name);
    if (!topic) throw badRequest('body.topic', 'must be a live topic');
    const access = topic.audiences[audience];
    if (!access) throw badRequest('body.audience', `is not one of the topic ${name}`);
    if (!mayListen(access, caller)) throw forbidden();
    const filter = (topic.filter ?? z.object({})).safeParse(given);
    if (!filter.success) throw badRequest('body.filter', `is not one of the topic ${name}`);
    const { principal, device } = caller;
    if (principal) {
      const site = audience === 'company' ? null : siteOf(principal);
      return { topic: name, site, filter: filter.data, session: principal.session };
    }
    if (!device) throw unauthorized();
    // a device with a terminal listens for that terminal alone
    const hasTerminals = topic.filter !== undefined && 'terminal' in topic.filter.shape;
    const narrowed = device.terminal === null || !hasTerminals ? filter.data : { ...filter.data, terminal: device.terminal };
    return { topic: name, site: device.site, filter: narrowed, session: null, device: device.id };
  }
}

function mayListen(access: Access, { principal, device }: Pick<Caller, 'principal' | 'device'>): boolean {
  if (principal) return rolesSuffice(access, principal.roles);
  return device !== null && deviceSuffices(access, device.kind);
}
