import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gateTopic } from '@washdesk/contracts/lane/gate';
import { devicesTopic } from '@washdesk/contracts/sites/site-device';
import { Role } from '@washdesk/rules/company/roles';
import { programPrincipal } from '../../../common/caller.ts';
import { openLog } from '../../../http/log.ts';
import { LiveHub } from '../../../live/live-hub.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { LiveTickets, type WantedTicket } from './live-tickets.service.ts';

let database: TestDatabase;
let time: number;
let tickets: LiveTickets;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  time = Date.parse('2026-11-21T12:00:00Z');
  const hub = new LiveHub(openLog('silent'));
  hub.register([{ topic: gateTopic }, { topic: devicesTopic }]);
  tickets = new LiveTickets({ db: database.db, systemClock: { now: () => new Date(time) }, hub });
});

const session = randomUUID();
const person = (roles: number, site: number | null = 12) => ({ ...programPrincipal('101', 'Ada', 'request', { site, session }), roles });
const cashier = person(Role.Cashier);
const issue = (wanted: Partial<WantedTicket> = {}, principal = cashier) =>
  tickets.issue({ topic: 'gate', audience: 'site', filter: {}, ...wanted }, { principal, device: null });
const grant = { topic: 'gate', site: 12, filter: {}, session };

describe('a ticket', () => {
  it('is good once', async () => {
    const ticket = await issue();
    expect(await tickets.redeem(ticket)).toEqual(grant);
    expect(await tickets.redeem(ticket)).toBeNull();
  });

  it('is good once of two sockets that bring it at the same moment', async () => {
    const ticket = await issue();
    const redeemed = await Promise.all([tickets.redeem(ticket), tickets.redeem(ticket)]);
    expect(redeemed.filter((one) => one !== null)).toEqual([grant]);
  });

  it('is good for 30 s and not at their end', async () => {
    const [early, late] = [await issue(), await issue()];
    time += 29_999;
    expect(await tickets.redeem(early)).toEqual(grant);
    time += 1;
    expect(await tickets.redeem(late)).toBeNull();
  });

  it('cannot be guessed', async () => {
    const issued = await Promise.all(Array.from({ length: 100 }, () => issue()));
    expect(new Set(issued).size).toBe(100);
    for (const ticket of issued) expect(ticket).toMatch(/^[\w-]{32}$/);
    for (const guess of ['', '__proto__', 'constructor', issued[0]!.slice(1)]) expect(await tickets.redeem(guess)).toBeNull();
    const stored = await database.db.selectFrom('live_ticket').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(issued[0]);
  });

  it('narrows its socket to what the topic can be narrowed to', async () => {
    expect(await tickets.redeem(await issue({ filter: { host: 'north' } }))).toEqual({ ...grant, filter: { host: 'north' } });
    expect(await tickets.redeem(await issue({ filter: { site: '27', lane: '1' } }))).toEqual(grant);
    await expect(issue({ filter: { host: 'no host' } })).rejects.toMatchObject({ status: 400 });
  });

  it('is for all sites where the topic is for the whole company, and the roles are enough', async () => {
    const all: Partial<WantedTicket> = { topic: 'devices', audience: 'company' };
    expect(await tickets.redeem(await issue(all, person(Role.Admin, null)))).toEqual({ ...grant, topic: 'devices', site: null });
    await expect(issue(all, person(Role.Admin - 1, null))).rejects.toMatchObject({ status: 403 });
    await expect(issue({ audience: 'company' }, person(Role.Admin, null))).rejects.toMatchObject({ status: 400 });
  });

  it.each(['weather', 'constructor', ''])('is not given for the topic %j, which no feature offers', async (topic) => {
    await expect(issue({ topic })).rejects.toMatchObject({ status: 400 });
  });
});
