import { beforeEach, describe, expect, it } from 'vitest';
import { agentState, deviceState } from '@washdesk/site-protocol/envelope';
import { SiteProblems } from '../actions/site-problems.ts';
import type { DeviceHealth, DeviceIdentity } from '../ports/device.ts';
import { noLog } from '../testing/support.ts';
import { TestBrokerLink } from './broker-link.fixture.ts';
import type { Outage } from './broker-outage.ts';
import { Presence } from './presence.ts';

const north: DeviceIdentity = { id: 'north', kind: 'gate', name: 'North', lane: 1 };
const boot = '0192f3a0-0000-7000-8000-000000000000';

let line: TestBrokerLink;
let roster: { seq: number; confirmed: Date | null };
let presence: Presence;
let problems: SiteProblems;
let outage: { last: Outage | null };

beforeEach(() => {
  line = new TestBrokerLink();
  roster = { seq: 7, confirmed: null };
  const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
  problems = new SiteProblems();
  outage = { last: null };
  presence = new Presence({
    site: 12,
    boot,
    version: '0.1.0',
    devices: [north],
    roster,
    problems,
    outage,
    configuration: () => undefined,
    clock,
    log: noLog,
  });
  presence.attach(line);
});

describe('presence', () => {
  it('shows the agent with its devices, retained, and shows it again when the roster moved', () => {
    line.connect();
    const [shown] = line.take();
    expect(shown).toMatchObject({ topic: 'wash/v1/12/state/agent', publishing: { qos: 1, retain: true } });
    expect(agentState.parse(shown?.message)).toEqual({
      v: 1,
      online: true,
      boot,
      version: '0.1.0',
      devices: [north],
      roster: 7,
      rosterConfirmed: null,
      problems: [],
    });
    Object.assign(roster, { seq: 8, confirmed: new Date('2026-11-21T11:59:00.000Z') });
    presence.showAgent();
    expect(line.take()).toMatchObject([{ message: { roster: 8, rosterConfirmed: '2026-11-21T11:59:00.000Z' } }]);
  });

  it('tells afterwards for how long there was no broker, and why', () => {
    problems.set('broker', 'The broker doesn’t respond', { atGates: false });
    outage.last = { since: '2026-11-21T11:00:00.000Z', until: '2026-11-21T12:00:00.000Z', reason: 'The broker doesn’t respond' };
    line.connect();
    expect(line.take()).toMatchObject([{ message: { problems: [], outage: outage.last } }]);
  });

  it('leaves a will that says the same, offline', () => {
    expect(presence.will()).toEqual({
      topic: 'wash/v1/12/state/agent',
      message: { v: 1, online: false, boot, version: '0.1.0', devices: [north], roster: 7, rosterConfirmed: null, problems: [] },
    });
  });

  it.each<[DeviceHealth, string, string | null]>([
    [{ status: 'connecting' }, 'offline', 'not connected yet'],
    [{ status: 'ready' }, 'online', null],
    [{ status: 'faulty', problem: 'out of paper' }, 'degraded', 'out of paper'],
    [{ status: 'offline', problem: 'no answer from unit 3' }, 'offline', 'no answer from unit 3'],
    [{ status: 'offline', problem: 'cannot open "C:\\Sitewatch\\SW.FDB"' }, 'offline', 'cannot open a file of the site’s computer'],
  ])('shows a device that is %o', (health, shown, reason) => {
    line.connect();
    line.take();
    presence.show(north, health);
    const [state] = line.take();
    expect(state).toMatchObject({ topic: 'wash/v1/12/state/dev/north', publishing: { qos: 1, retain: true } });
    const told = deviceState.parse(state?.message);
    expect(told).toMatchObject({ id: 'north', health: shown, reason, since: '2026-11-21T12:00:00.000Z' });
    expect(told.fault).toBe(health.status === 'connecting' ? undefined : reason);
  });

  it('names what is wrong at the site, at its gates too, while it lasts', () => {
    line.connect();
    presence.show(north, { status: 'ready' });
    line.take();
    problems.set('clock', 'The clock is 10 min slow', { atGates: true });
    expect(line.take()).toMatchObject([
      { message: { problems: [{ code: 'clock', sentence: 'The clock is 10 min slow' }] } },
      { message: { id: 'north', health: 'degraded', reason: 'The clock is 10 min slow', fault: null } },
    ]);
    problems.set('clock', 'The clock is 10 min slow', { atGates: true });
    expect(line.take()).toEqual([]);
    problems.set('clock', null, { atGates: true });
    expect(line.take()).toMatchObject([{ message: { problems: [] } }, { message: { health: 'online', reason: null } }]);
  });

  it('shows the last state of each device on every connection', () => {
    presence.show(north, { status: 'offline', problem: 'no answer' });
    presence.show(north, { status: 'ready' });
    expect(line.take()).toEqual([]);
    line.connect();
    expect(line.take()).toMatchObject([{ message: { online: true } }, { message: { id: 'north', health: 'online' } }]);
  });

  it('cuts a reason that is longer than a state may carry', () => {
    line.connect();
    line.take();
    presence.show(north, { status: 'faulty', problem: 'x'.repeat(1_000) });
    expect(deviceState.parse(line.take()[0]?.message).reason).toHaveLength(300);
  });

  it('publishes offline once, if the broker is connected, and waits for no acknowledgment', () => {
    presence.publishOffline();
    line.connect();
    line.take();
    expect(presence.publishOffline()).toBeUndefined();
    expect(line.take()).toMatchObject([{ message: { online: false } }]);
  });
});
