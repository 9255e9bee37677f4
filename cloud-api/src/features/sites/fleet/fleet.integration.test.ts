import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import type { fleetTopic } from '@washdesk/contracts/sites/fleet';
import type { ReceivedAgentState, ReceivedDeviceState, SiteVitals } from '@washdesk/site-protocol/envelope';
import { until } from '@washdesk/test-support/until';
import { openLog } from '../../../http/log.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { FleetService } from './fleet.service.ts';
import { storeMinutes } from './fleet.store.ts';

const boot = randomUUID();
const at = '2026-11-21T12:00:00.000Z';
const north = { id: 'north', kind: 'gate', name: 'North gate', lane: 1 } as const;
const agent: ReceivedAgentState = { v: 1, online: true, boot, version: '1.4.0', devices: [north], roster: 7, problems: [] };
const gate: ReceivedDeviceState = { ...north, v: 1, health: 'online', reason: null, fault: null, since: at };
const vitals: SiteVitals = { roundTripMs: 40, waiting: { events: 2, oldest: at, percent: 1 }, rosterConfirmed: at };

let database: TestDatabase;
let fleet: FleetService;
let passed: number;
let connected: boolean;
let wanted: boolean;
let delivered: LiveMessageOf<typeof fleetTopic>[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.db.deleteFrom('site_minute').execute();
  [passed, connected, wanted, delivered] = [0, true, true, []];
  fleet = new FleetService({
    db: database.db,
    clock: { now: () => new Date(Date.parse(at) + passed) },
    log: openLog('silent'),
    live: { isWanted: () => wanted, deliver: (_topic, message) => void delivered.push(message as (typeof delivered)[number]) },
    link: { connected: () => connected },
    monotonic: () => passed,
  });
  await fleet.list();
});

const lease = (more: Partial<SiteVitals> = {}): void =>
  fleet.lease(12, { v: 1, lease: randomUUID(), journal: randomUUID(), agent: { boot, host: 'lane-pc' }, vitals: { ...vitals, ...more } });
const joliet = async () => (await fleet.list()).find(({ site }) => site === 12);

function pass(seconds: number, withLeases = true): void {
  for (let second = 1; second <= seconds; second += 1) {
    passed += 1_000;
    if (withLeases && second % 2 === 0) lease();
    fleet.tick();
  }
}

describe('a site', () => {
  it('is shown as its agent, its devices and its leases report it', async () => {
    expect(await joliet()).toMatchObject({ state: 'never', level: 'neutral', roundTripMs: null });
    fleet.agent(12, agent);
    fleet.device(12, { ...gate, health: 'offline', reason: 'no power', fault: 'no power' });
    lease();
    expect(await joliet()).toMatchObject({
      name: 'Joliet',
      state: 'online',
      level: 'stop',
      causes: [{ source: 'north', sentence: 'North gate: no power', since: at }],
      version: '1.4.0',
      devices: { all: 1, working: 0 },
      sitewatch: null,
      roundTripMs: 40,
      waiting: { events: 2 },
      rosterConfirmed: at,
    });
    expect(await fleet.of(12)).toMatchObject({ devices: [{ id: 'north', reason: 'no power' }], host: 'lane-pc', rosterNumber: 7 });
    await expect(fleet.of(999)).rejects.toMatchObject({ status: 404, code: 'site_unknown' });
  });

  it('is silent within 15 s after its last lease, since then, and online again with the next one', async () => {
    fleet.agent(12, agent);
    pass(20);
    pass(14, false);
    expect(await joliet()).toMatchObject({ state: 'silent', level: 'stop', causes: [{ source: 'agent' }] });
    const { since } = (await joliet())!;
    pass(60, false);
    expect((await joliet())?.since).toBe(since);
    lease();
    expect(await joliet()).toMatchObject({ state: 'online' });
  });

  it('is offline by its last will, and unknown while the broker is unreachable', async () => {
    fleet.agent(12, agent);
    pass(2);
    fleet.agent(12, { ...agent, online: false });
    expect(await joliet()).toMatchObject({ state: 'offline', since: new Date(Date.parse(at) + passed).toISOString() });
    connected = false;
    expect(await joliet()).toMatchObject({ state: 'unknown', level: 'neutral' });
  });

  it('forgets a device that the agent no longer lists, and everything of a revoked agent', async () => {
    fleet.agent(12, agent);
    fleet.device(12, gate);
    fleet.agent(12, { ...agent, devices: [] });
    expect((await fleet.of(12)).devices).toEqual([]);
    fleet.revoked(12);
    expect(await joliet()).toMatchObject({ state: 'revoked', waiting: null });
  });

  it('whose leases are lost is named after a minute', async () => {
    fleet.agent(12, agent);
    pass(62);
    expect((await joliet())?.leasesPercent).toBe(100);
    for (let times = 0; times < 10; times += 1) {
      pass(5, false);
      lease();
    }
    expect(await joliet()).toMatchObject({ state: 'online', level: 'wait', causes: [{ source: 'line' }] });
  });
});

describe('what is sent to screens', () => {
  it('is a site that changed, and its vitals at most every two seconds', () => {
    fleet.agent(12, agent);
    pass(4);
    expect(delivered.filter(({ site }) => site === 12).map(({ type }) => type)).toEqual(['site', 'vitals']);
    delivered = [];
    for (let ms = 1; ms <= 5; ms += 1) {
      pass(1, false);
      lease({ roundTripMs: 40 + ms });
    }
    expect(delivered.map(({ type }) => type)).toEqual(['vitals', 'vitals']);
  });

  it('is nothing without a screen', () => {
    wanted = false;
    fleet.agent(12, agent);
    pass(4);
    expect(delivered).toEqual([]);
  });
});

describe('the line over time', () => {
  const rows = () => database.db.selectFrom('site_minute').selectAll().orderBy('minute').execute();

  it('is a row a whole minute, which a second process with fewer leases does not change', async () => {
    fleet.agent(12, agent);
    pass(60);
    pass(60);
    pass(1);
    const [row] = await until('a minute is stored', async () => ((await rows()).length > 0 ? rows() : null));
    expect(row).toMatchObject({ site: 12, leases: 30, round_trip_ms: 40, slowest_ms: 40, waiting: 2 });
    await storeMinutes(database.db, row!.minute, [{ site: 12, leases: 3, roundTripMs: 900, slowestMs: 900, waiting: 0 }]);
    expect(await fleet.line(12, 1)).toEqual({
      minutes: 1,
      at: [Math.floor(row!.minute.getTime() / 1_000)],
      leasesPercent: [100],
      roundTripMs: [40],
      slowestMs: [40],
      waiting: [2],
    });
  });

  it('has no row of a minute in which this process was not connected', async () => {
    fleet.agent(12, agent);
    pass(30);
    connected = false;
    pass(31);
    connected = true;
    pass(120);
    const [first] = await until('a minute is stored', async () => ((await rows()).length > 0 ? rows() : null));
    expect(first?.minute.toISOString()).toBe('2026-11-21T12:02:00.000Z');
  });
});
