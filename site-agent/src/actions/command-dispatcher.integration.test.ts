import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateSimulator, wiring, type GateSimulator } from '@washdesk/simulators/gate/gate-simulator';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import { gateOpenExpiryMs, leaseValidityMs } from '@washdesk/site-protocol/timing';
import { createDevice, deviceCommands, deviceConfig } from '../drivers/registry.ts';
import { LaneTraces } from '../features/lane/traces/lane-traces.ts';
import { Journal } from '../journal/journal.ts';
import type { CommandTable } from '../ports/commands.ts';
import { WriteDeadline } from '../ports/write-deadline.ts';
import { SiteEventBus } from '../site-event-bus.ts';
import { eventually, noLog, noTags, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { AtMostOnce } from './at-most-once.ts';
import { CommandDispatcher, type CommandOutcome, type CommandRequest, type CommandSource } from './command-dispatcher.ts';

const clock = { now: () => new Date() };

let folder: TemporaryFolder;
let journal: Journal;
let board: GateSimulator;
let dispatcher: CommandDispatcher;
let stopGate: () => Promise<void>;

/** A gate on a real relay board's connection, with its commands and a journal, without broker and cloud. */
async function startGate(limits: { cooldownMs?: number; maxPerHour?: number } = {}): Promise<void> {
  const config = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: board.port, timedPulse: true };
  const device = await createDevice(deviceConfig.parse({ ...config, ...wiring(0), cooldownMs: 0, ...limits }));
  device.driver.start();
  stopGate = () => device.driver.stop();
  await eventually(() => device.driver.health().status === 'ready');
  dispatcher = new CommandDispatcher({
    devices: new Map([['north', 'gate']]),
    // the agent's own commands and Sitewatch's are not addressed here
    table: deviceCommands([device], { clock, events: new SiteEventBus(noLog), tags: noTags }) as CommandTable,
    atMostOnce: new AtMostOnce(journal),
    traces: new LaneTraces({ gates: new Map([['north', 1]]), autoOpen: new Set(), journal, clock, log: noLog }),
    log: noLog,
  });
}

beforeEach(async () => {
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock, cloudTime: () => Date.now(), log: noLog });
  board = await startGateSimulator({ gate: { opensAfterMs: 20, closesAfterMs: 1_000 } });
});

afterEach(async () => {
  await stopGate();
  await board.stop();
  journal.close();
  folder.remove();
});

function open(source: CommandSource, change: Partial<CommandRequest> = {}): Promise<CommandOutcome> {
  const command = { id: randomUUID(), device: 'north', verb: 'open', payload: { employee: null, reason: 'Exit gate' } };
  const deadline = new WriteDeadline(performance.now() + gateOpenExpiryMs);
  return dispatcher.dispatch({ ...command, source, deadline, leasedAt: null, stale: null, sentBefore: null, ...change });
}

const past = new WriteDeadline(-1);
const pulses = (): number | undefined => board.state().gates[0]?.pulses;
const eventsOf = <T>(wanted: string): T[] =>
  journal.outbox.after(0, 100).flatMap(({ kind, payload }) => (kind === wanted ? [payload as T] : []));
const resultsInJournal = (): unknown[] => eventsOf<{ result: string }>('gate-result').map(({ result }) => result);
const traces = (): DurablePayload<'trace'>[] => eventsOf('trace');
const gateCloses = (): Promise<unknown> => eventually(() => board.state().gates[0]?.gateOpen === false);

describe('a gate without a broker', () => {
  it('is opened by the lane, with its result in the journal for the cloud', async () => {
    await startGate();
    expect(await open('lane')).toMatchObject({ ok: true, result: { result: 'opened', repeated: false } });
    expect(pulses()).toBe(1);
    expect(resultsInJournal()).toEqual(['opened']);
  });

  it('leaves a trace with each step in its order, from the command to the open gate', async () => {
    await startGate();
    const id = randomUUID();
    await open('cloud', { id, payload: { employee: 3242, reason: null } });
    await eventually(() => traces().length === 1);
    const [trace] = traces();
    expect(trace).toMatchObject({ lane: 1, gate: 'north', command: id, employee: 3242, outcome: 'opened', reason: null });
    expect(trace?.hops.map(({ step, device, detail }) => [step, device, detail])).toEqual([
      ['command', null, 'A register sent Open Gate'],
      ['journal', null, 'The id of the command is stored'],
      ['readback', 'north', 'Before: relay off, gate closed, loop before the gate free, loop behind the gate free'],
      ['relay', 'north', 'The board acknowledged the order'],
      ['readback', 'north', expect.stringContaining('gate open')],
    ]);
    const times = trace?.hops.map(({ afterMs }) => afterMs) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // asking again leaves none
    await open('cloud', { id });
    await new Promise((resolve) => setImmediate(resolve));
    expect(traces()).toHaveLength(1);
  });

  it('leaves a trace that says why it did not open', async () => {
    await startGate({ cooldownMs: 60_000 });
    await open('cloud', { deadline: past });
    await open('cloud');
    await open('cloud');
    await open('cloud', { payload: {} });
    await eventually(() => traces().length === 4);
    expect(traces().map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['not-opened', expect.stringContaining('too late')],
      ['opened', null],
      ['not-opened', expect.stringContaining('wait')],
      ['not-opened', expect.stringContaining('couldn’t read this command')],
    ]);
  });

  it('is opened once for one id, whichever source sends it again', async () => {
    await startGate();
    const id = randomUUID();
    const both = await Promise.all([open('cloud', { id }), open('local-page', { id })]);
    expect(both).toMatchObject([
      { ok: true, result: { result: 'opened', repeated: false } },
      { ok: true, result: { result: 'opened', repeated: true } },
    ]);
    expect(await open('console', { id, deadline: past })).toMatchObject({ ok: true, result: { result: 'opened', repeated: true } });
    expect(pulses()).toBe(1);
  });

  it('counts the openings of all sources together, for its hourly limit', async () => {
    await startGate({ maxPerHour: 2 });
    expect(await open('cloud')).toMatchObject({ result: { result: 'opened' } });
    await gateCloses();
    expect(await open('lane')).toMatchObject({ result: { result: 'opened' } });
    await gateCloses();
    for (const source of ['local-page', 'cloud'] as const)
      expect(await open(source)).toMatchObject({
        result: { result: 'rejected', reason: expect.stringContaining('2 times within an hour') },
      });
    expect(pulses()).toBe(2);
  });

  it('cools down for all sources', async () => {
    await startGate({ cooldownMs: 60_000 });
    expect(await open('local-page')).toMatchObject({ result: { result: 'opened' } });
    expect(await open('cloud')).toMatchObject({ result: { result: 'rejected', reason: expect.stringContaining('wait') } });
    expect(pulses()).toBe(1);
  });

  it.each<[string, Partial<CommandRequest>, RegExp]>([
    ['after its deadline', { deadline: past }, /too late/],
    ['by a lease that is no longer young', { leasedAt: performance.now() - leaseValidityMs - 1 }, /too late/],
    ['from a copy that may be old', { stale: 'It has no lease from this site' }, /no lease/],
  ])('opens nothing %s', async (_name, change, reason) => {
    await startGate();
    expect(await open('lane', change)).toMatchObject({ ok: true, result: { result: 'expired', reason: expect.stringMatching(reason) } });
    expect(pulses()).toBe(0);
    expect(resultsInJournal()).toEqual(['expired']);
  });

  it('answers with a reason where the board is offline, and the same id opens it later', async () => {
    await startGate();
    await board.behave({ refuse: true });
    const id = randomUUID();
    await eventually(async () => {
      const outcome = await open('lane', { id });
      return !outcome.ok && outcome.code === 'unavailable';
    });
    await board.behave({ refuse: false });
    await eventually(async () => {
      const outcome = await open('lane', { id });
      return outcome.ok && (outcome.result as { result: string }).result === 'opened';
    });
    expect(pulses()).toBe(1);
  });

  it.each<[string, Partial<CommandRequest>, string]>([
    ['an unknown device', { device: 'east' }, 'unknown_device'],
    ['an unknown verb', { verb: 'close' }, 'unknown_verb'],
    ['a payload that is not understood', { payload: {} }, 'bad_payload'],
  ])('refuses %s from any sender', async (_name, change, code) => {
    await startGate();
    expect(await open('console', change)).toMatchObject({ ok: false, code });
    expect(pulses()).toBe(0);
  });
});
