import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateSimulator, wiring, type GateSimulator } from '@washdesk/simulators/gate/gate-simulator';
import { durableEvents, type LivePayload } from '@washdesk/site-protocol/events';
import type { RosterEntry } from '@washdesk/site-protocol/roster';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import { AtMostOnce } from './actions/at-most-once.ts';
import { CommandDispatcher } from './actions/command-dispatcher.ts';
import { createDevice, deviceCommands, deviceConfig } from './drivers/registry.ts';
import { LaneDecisions } from './features/lane/decisions/lane-decisions.ts';
import { UsageWriter } from './features/lane/decisions/usage-writer.ts';
import { Plates } from './features/lane/plates/plates.ts';
import { LaneTraces } from './features/lane/traces/lane-traces.ts';
import { Journal } from './journal/journal.ts';
import type { CommandTable } from './ports/commands.ts';
import { PosRefused, PosUnavailable } from './ports/pos-database.ts';
import { SiteEventBus } from './site-event-bus.ts';
import { eventually, noLog, noTags, temporaryFolder, type TemporaryFolder } from './testing/support.ts';

const start = new Date('2026-11-26T12:00:00Z');
const tag = '12345+123456';
const plate = 'ABC123-IL';

let folder: TemporaryFolder;
let journal: Journal;
let board: GateSimulator;
let lane: Awaited<ReturnType<typeof startLanes>>;
let now: Date;
/** What Sitewatch has; `refuses` is what it answers instead. */
let inSitewatch: UsageRecord[];
let refuses: Error | null;

const entry = (seq: number, code: string, change: Partial<RosterEntry> = {}): RosterEntry => ({
  seq,
  code,
  customer: 'cus_1',
  planName: 'STR SUPER KISS',
  productClass: 'Super Kiss',
  status: 'active',
  goodUntil: '2026-12-08T10:00:00.000Z',
  priceIncrease: true,
  groups: [],
  removed: false,
  ...change,
});

const openJournal = (): Journal =>
  new Journal({ folder: folder.path, site: 12, clock: { now: () => now }, cloudTime: () => now.getTime(), log: noLog });

/** Lane 1 opens by itself, lane 2 does not. */
async function startLanes(cooldownMs = 0) {
  const config = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: board.port, timedPulse: true };
  const device = await createDevice(deviceConfig.parse({ ...config, ...wiring(0), cooldownMs }));
  device.driver.start();
  await eventually(() => device.driver.health().status === 'ready');
  const clock = { now: () => now };
  const events = new SiteEventBus(noLog);
  const decisions: LivePayload<'decision'>[] = [];
  events.subscribe((event) => event.kind === 'decision' && decisions.push(event.payload));
  const traces = new LaneTraces({ gates: new Map([['north', 1]]), autoOpen: new Set([1]), journal, clock, log: noLog });
  events.subscribe((event) => event.kind === 'decision' && traces.decision(event));
  const dispatcher = new CommandDispatcher({
    devices: new Map([['north', 'gate']]),
    // the agent's own commands and Sitewatch's are not addressed here
    table: deviceCommands([device], { clock, events, tags: noTags }) as CommandTable,
    atMostOnce: new AtMostOnce(journal),
    traces,
    log: noLog,
  });
  const recordUsage = (usage: UsageRecord) => {
    if (refuses) return Promise.reject(refuses);
    inSitewatch.push(usage);
    return Promise.resolve({ saleId: inSitewatch.length, repeated: false });
  };
  const usageWriter = new UsageWriter({ sitewatch: { recordUsage }, journal, log: noLog, retryMs: 10 });
  usageWriter.start();
  const policy = { maxRosterAgeHours: 168, afterThat: 'refuse' } as const;
  const gates = new Map([[1, 'north']]);
  const lanes = new LaneDecisions({ policy, gates, journal, clock, dispatcher, usageWriter, events, log: noLog });
  return {
    lanes,
    decisions,
    /** Returns the decision about a car whose tag was read now, or so long ago. */
    async read(code: string, { on = 1, agoMs = 0 } = {}) {
      const [before, at] = [decisions.length, performance.now() - agoMs];
      traces.tag({ kind: 'tag', source: 'reader', payload: { reader: 'reader', antenna: on, lane: on, tag: code, rssi: -48 }, at });
      void lanes.read({ lane: on, source: 'reader', code, at });
      return eventually(() => decisions[before]);
    },
    /** A camera at lane 1, which opens for plates. */
    plates: new Plates({
      cameras: [{ id: 'cam1', lane: 1, lines: {}, sureFrom: 0.9 }],
      autoOpen: new Set([1]),
      events,
      onTraced: (read) => traces.plate(read),
      decide: (read) => lanes.read(read),
      clock,
    }),
    async stop() {
      await lanes.stop();
      await usageWriter.stop();
      await device.driver.stop();
    },
  };
}

beforeEach(async () => {
  folder = temporaryFolder();
  now = start;
  inSitewatch = [];
  refuses = null;
  journal = openJournal();
  const entries = [entry(1, tag), entry(2, plate), entry(3, 'OLD1-IL', { customer: 'cus_old', status: 'canceled' })];
  await journal.roster.apply([{ seq: 3, full: true, more: false, entries }], new AbortController().signal);
  board = await startGateSimulator({ gate: { opensAfterMs: 5, closesAfterMs: 300 } });
  lane = await startLanes();
});
afterEach(async () => {
  await lane.stop();
  await board.stop();
  journal.close();
  folder.remove();
});

const pulses = (): number => board.state().gates[0]?.pulses ?? 0;
const gateCloses = (): Promise<unknown> => eventually(() => board.state().gates[0]?.gateOpen === false);
const usages = () =>
  journal.outbox.after(0, 100).flatMap(({ kind, payload }) => (kind === 'usage' ? [durableEvents.usage.parse(payload)] : []));

const tracesNow = () =>
  journal.outbox.after(0, 200).flatMap(({ kind, payload }) => (kind === 'trace' ? [durableEvents.trace.parse(payload)] : []));
const tracesOf = (code: string) => eventually(() => tracesNow().find((trace) => trace.code === code));

describe('the trace of a car', () => {
  it('has each step from the antenna to the open gate, in the order of time', async () => {
    const { command } = await lane.read(tag);
    const trace = await tracesOf(tag);
    expect(trace).toMatchObject({ lane: 1, gate: 'north', customer: 'cus_1', command, outcome: 'opened', reason: null });
    expect(trace.hops.map(({ step, detail }) => `${step}: ${detail}`)).toEqual([
      'read: Antenna 1 read the tag at -48 dBm',
      'filter: Enough reads, and no other lane read it better',
      'look-up: The site’s roster has this code',
      'decision: The member is admitted',
      'command: The lane sent Open Gate by itself',
      'journal: The id of the command is stored',
      expect.stringMatching(/^readback: Before: relay off, gate closed/),
      'relay: The board acknowledged the order',
      expect.stringMatching(/^readback: After: .*gate open/),
    ]);
    const times = trace.hops.map(({ afterMs }) => afterMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it.each([
    ['OLD1-IL', 1, 'not-opened', 'The member’s plan is not active'],
    ['STRANGE1-IL', 1, 'not-opened', 'No member has this code'],
    [plate, 2, 'shown', 'The member is admitted'],
  ] as const)('of %s in lane %i says why nothing opened', async (code, on, outcome, reason) => {
    await lane.read(code, { on });
    expect(await tracesOf(code)).toMatchObject({ lane: on, command: null, outcome, reason });
  });

  it('says that the read came too late for its gate', async () => {
    await lane.read(tag, { agoMs: 5_000 });
    expect(await tracesOf(tag)).toMatchObject({ outcome: 'not-opened', reason: expect.stringContaining('too late') });
  });
});

describe('a lane that opens by itself', () => {
  it('admits a member: one opening, one usage for the cloud, and the same one for Sitewatch', async () => {
    const decision = await lane.read(tag);
    expect(decision).toMatchObject({ lane: 1, code: tag, customer: 'cus_1', admitted: true, reason: 'admitted', gate: 'opened' });
    expect(pulses()).toBe(1);
    const at = now.toISOString();
    const plan = { planName: 'STR SUPER KISS', productClass: 'Super Kiss' };
    const opening = { command: decision.command, gate: 'north' };
    const wash = { lane: 1, code: tag, customer: 'cus_1', ...plan, priceIncrease: true, at };
    expect(usages()).toEqual([{ id: decision.usage, ...wash, opening }]);
    const results = journal.outbox.after(0, 100).filter(({ kind }) => kind === 'gate-result');
    const byLane = { lane: 1, customer: 'cus_1' };
    expect(results).toMatchObject([{ payload: { command: decision.command, gate: 'north', result: 'opened', byLane } }]);
    await eventually(() => inSitewatch.length === 1);
    expect(inSitewatch).toEqual([{ usageId: decision.usage, code: tag, ...plan, terminal: null, employee: null, at }]);
  });

  it('admits a member once in 300 s, over all codes and lanes and over a restart', async () => {
    await lane.read(tag);
    await gateCloses();
    expect(await lane.read(plate)).toMatchObject({ admitted: false, reason: 'already-redeemed', gate: null });
    expect(await lane.read(plate, { on: 2 })).toMatchObject({ reason: 'already-redeemed' });
    await lane.stop();
    journal.close();
    now = new Date(start.getTime() + 299_999);
    journal = openJournal();
    lane = await startLanes();
    expect(await lane.read(tag)).toMatchObject({ reason: 'already-redeemed' });
    expect(pulses()).toBe(1);
    now = new Date(start.getTime() + 300_000);
    expect(await lane.read(tag)).toMatchObject({ admitted: true, gate: 'opened' });
    expect(usages()).toHaveLength(2);
  });

  it('admits no member by a list that the disk damaged, and says that it is no good', async () => {
    vi.spyOn(journal.roster, 'isDamaged', 'get').mockReturnValue(true);
    expect(await lane.read('99999+999999')).toMatchObject({ admitted: false, reason: 'roster-too-old' });
    expect(await lane.read(tag)).toMatchObject({ admitted: true });
  });

  it('admits a member again after the company’s redeem window', async () => {
    const page = { seq: 3, full: false, more: false, entries: [], redeemWindowMs: 60_000 };
    await journal.roster.apply([page], new AbortController().signal);
    await lane.read(tag);
    await gateCloses();
    now = new Date(start.getTime() + 59_999);
    expect(await lane.read(tag)).toMatchObject({ reason: 'already-redeemed' });
    now = new Date(start.getTime() + 60_000);
    await eventually(async () => (await lane.read(tag)).gate === 'opened');
    expect(usages()).toHaveLength(2);
  });

  it('of one car read twice at once records one usage', async () => {
    await Promise.all([lane.read(tag), lane.read(plate)]);
    await eventually(() => lane.decisions.length === 2);
    expect([usages().length, pulses()]).toEqual([1, 1]);
  });

  it.each([
    ['OLD1-IL', 'not-active'],
    ['NEVER1-IL', 'not-found'],
  ])('opens for no other car: %s', async (code, reason) => {
    expect(await lane.read(code)).toMatchObject({ admitted: false, reason, command: null, gate: null, usage: null, answeredMs: null });
    expect([usages(), pulses()]).toEqual([[], 0]);
  });

  it('opens nothing for a read that is too long ago, and records nothing', async () => {
    expect(await lane.read(tag, { agoMs: 2_001 })).toMatchObject({ admitted: true, gate: 'expired', usage: null });
    expect([usages(), pulses()]).toEqual([[], 0]);
    expect(await lane.read(tag)).toMatchObject({ gate: 'opened' });
  });

  it('records nothing for a gate that may not open yet, and opens at the next read', async () => {
    await lane.stop();
    lane = await startLanes(400);
    await lane.read(tag);
    const other = entry(4, 'CAR2-IL', { customer: 'cus_2' });
    await journal.roster.apply([{ seq: 4, full: false, more: false, entries: [other] }], new AbortController().signal);
    expect(await lane.read('CAR2-IL')).toMatchObject({ admitted: true, gate: 'rejected', usage: null });
    await eventually(async () => (await lane.read('CAR2-IL')).usage);
    expect(usages().map(({ customer }) => customer)).toEqual(['cus_1', 'cus_2']);
  });

  it('opens for the same usage at the next read if the gate did not respond', async () => {
    await board.stop();
    const first = await lane.read(tag);
    expect(first).toMatchObject({ admitted: true, gate: 'unavailable', usage: expect.any(String) });
    board = await startGateSimulator({ port: board.port, gate: { opensAfterMs: 5, closesAfterMs: 300 } });
    await eventually(async () => (await lane.read(tag)).gate === 'opened');
    expect([usages().length, pulses()]).toEqual([1, 1]);
    await gateCloses();
    expect(await lane.read(tag)).toMatchObject({ reason: 'already-redeemed', gate: null });
  });
});

describe('a lane that opens for plates', () => {
  const car = { camera: 'cam1', car: '7', plate: 'ABC123', score: 0.95, region: 'IL', line: null, isOld: false };

  it('opens once for a car whose plate is read twice, and traces it from the camera to the open gate', async () => {
    for (const score of [0.95, 0.97]) lane.plates.read({ ...car, score, at: performance.now(), seenAt: now.getTime() });
    const trace = await eventually(() => tracesNow().find(({ outcome }) => outcome === 'opened'));
    expect(trace).toMatchObject({ lane: 1, code: plate, customer: 'cus_1', reason: null });
    expect(trace.hops.slice(0, 4).map(({ detail }) => detail)).toEqual([
      'The camera read the plate with score 0.95',
      'The score is at least 0.9',
      'The site’s roster has this code',
      'The member is admitted',
    ]);
    expect(tracesNow()).toContainEqual(expect.objectContaining({ code: plate, outcome: 'suggested' }));
    expect([usages().length, pulses()]).toEqual([1, 1]);
  });
});

describe('a lane that does not open by itself', () => {
  it('tells its decision and does nothing', async () => {
    expect(await lane.read(tag, { on: 2 })).toMatchObject({ lane: 2, admitted: true, reason: 'admitted', gate: null, usage: null });
    expect([usages(), pulses()]).toEqual([[], 0]);
  });
});

describe('a code that a person enters', () => {
  const id = '0190a1b2-0000-7000-8000-000000000001';

  it('records one wash under the id of the press, and none within 300 s of another', async () => {
    const admit = (code: string, press = id) => lane.lanes.admit({ id: press, lane: 1, code });
    expect(admit(tag)).toEqual({ admitted: true, reason: 'admitted', planName: 'STR SUPER KISS', recorded: true });
    expect(admit(tag)).toMatchObject({ admitted: true, recorded: true });
    expect(admit(plate, '0190a1b2-0000-7000-8000-000000000002')).toMatchObject({ reason: 'already-redeemed', recorded: false });
    expect(admit('OLD1-IL', '0190a1b2-0000-7000-8000-000000000003')).toMatchObject({ reason: 'not-active', recorded: false });
    expect(await lane.read(plate)).toMatchObject({ reason: 'already-redeemed', gate: null });
    await eventually(() => inSitewatch.length === 1);
    expect(usages()).toMatchObject([{ id, lane: 1, code: tag, customer: 'cus_1' }]);
    expect([inSitewatch[0]?.usageId, pulses()]).toEqual([id, 0]);
  });

  it('opens no gate by itself, and its trace says so', async () => {
    lane.lanes.admit({ id, lane: 1, code: tag });
    expect(await tracesOf(tag)).toMatchObject({ outcome: 'shown', command: null });
  });
});

describe('usages for Sitewatch', () => {
  it('wait for it, also over a restart', async () => {
    refuses = new PosUnavailable('away');
    const { usage } = await lane.read(tag);
    await lane.stop();
    journal.close();
    now = new Date(start.getTime() + 72 * 3_600_000);
    journal = openJournal();
    lane = await startLanes();
    refuses = null;
    await eventually(() => inSitewatch.length === 1);
    expect(inSitewatch[0]).toMatchObject({ usageId: usage, at: start.toISOString() });
  });

  it('that it refuses do not hold up the next', async () => {
    refuses = new PosRefused('no such site');
    await lane.read(tag);
    await eventually(() => journal.laneUsages.nextUnwritten() === null);
    refuses = null;
    await gateCloses();
    now = new Date(start.getTime() + 300_000);
    await lane.read(tag);
    await eventually(() => inSitewatch.length === 1);
    expect(inSitewatch[0]?.at).toBe(now.toISOString());
  });
});
