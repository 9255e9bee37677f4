import type { LiveMessage } from '@washdesk/contracts/system/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { LiveService, type FetchGateState } from './live.service.ts';
import { createTickets, type LiveGrant } from './tickets.ts';

const grant: LiveGrant = { topic: 'gate', site: 12, host: null, session: 'session-1' };
type GateNow = Awaited<ReturnType<FetchGateState>>;

const at = '2026-11-21T12:00:00.000Z';

describe('a ticket', () => {
  let time: number;
  const tickets = () => createTickets(() => time);
  beforeEach(() => {
    time = 1_000;
  });

  it('is good once', () => {
    const kept = tickets();
    const ticket = kept.issue(grant);
    expect(kept.redeem(ticket)).toEqual(grant);
    expect(kept.redeem(ticket)).toBeNull();
  });

  it('is good for 30 s and not at their end', () => {
    const kept = tickets();
    const [early, late] = [kept.issue(grant), kept.issue(grant)];
    time += 29_999;
    expect(kept.redeem(early)).toEqual(grant);
    time += 1;
    expect(kept.redeem(late)).toBeNull();
  });

  it('cannot be guessed', () => {
    const kept = tickets();
    const issued = Array.from({ length: 100 }, () => kept.issue(grant));
    expect(new Set(issued).size).toBe(100);
    for (const ticket of issued) expect(ticket).toMatch(/^[\w-]{32}$/);
    for (const guess of ['', '__proto__', 'constructor', issued[0]!.slice(1)]) expect(kept.redeem(guess)).toBeNull();
  });
});

describe('who listens', () => {
  let live: LiveService;
  /** The gates that were asked. */
  let asked: string[];
  /** The state that a gate answers. */
  let now: GateNow;
  beforeEach(() => {
    asked = [];
    now = null;
    live = new LiveService(async (site, host) => {
      asked.push(`${site}/${host}`);
      return now;
    });
  });

  function listen(more: Partial<LiveGrant> = {}) {
    const heard: LiveMessage[] = [];
    const closed: string[] = [];
    const leave = live.join({ grant: { ...grant, ...more }, send: (message) => heard.push(message), close: (why) => closed.push(why) });
    return { heard, closed, leave, types: () => heard.map(({ type }) => type) };
  }
  const gate = (site: number, host: string, relay = true): void =>
    live.report({ kind: 'gate', site, at, payload: { gate: host, relay, gateOpen: null, presence: null, merge: null } });
  const tag = (site: number): void =>
    live.report({ kind: 'tag', site, at, payload: { reader: 'reader', antenna: 1, lane: 1, tag: '12345+123456', rssi: null } });
  const device = (site: number): void =>
    live.device(site, { v: 1, id: 'north', kind: 'gate', name: 'North', lane: 1, health: 'offline', reason: null, since: at });

  it('hears at once that it is heard', () => {
    expect(listen().heard).toEqual([{ type: 'ready' }]);
  });

  it('hears its own topic of its own site', () => {
    const [gates, tags, devices, elsewhere] = [listen(), listen({ topic: 'rfid' }), listen({ topic: 'devices' }), listen({ site: 27 })];
    gate(12, 'north');
    tag(12);
    device(12);
    expect([gates, tags, devices, elsewhere].map((one) => one.types())).toEqual([
      ['ready', 'gate'],
      ['ready', 'tag'],
      ['ready', 'device'],
      ['ready'],
    ]);
  });

  it('hears one gate alone when it asked for one', () => {
    const north = listen({ host: 'north' });
    gate(12, 'south');
    gate(12, 'north');
    expect(north.heard).toEqual([
      { type: 'ready' },
      { type: 'gate', host: 'north', relay: true, gateOpen: null, presence: null, merge: null, at },
    ]);
  });

  it("learns its gates' last states when it comes, of no other site, not even one that begins alike", () => {
    gate(12, 'north', true);
    gate(12, 'north', false);
    gate(12, 'south');
    gate(1, '2/north');
    expect(listen({ host: 'north' }).heard.slice(1)).toMatchObject([{ host: 'north', relay: false }]);
    expect(listen().heard).toHaveLength(3);
    expect(listen({ site: 1 }).heard).toHaveLength(2);
    expect(listen({ topic: 'rfid' }).heard).toHaveLength(1);
  });

  it('has the one gate asked that has not been heard of, and all who listen to it hear the answer', async () => {
    now = { type: 'gate', host: 'north', relay: false, gateOpen: true, presence: null, merge: null, at };
    const [all, one] = [listen(), listen({ host: 'north' })];
    await Promise.resolve();
    expect(asked).toEqual(['12/north']);
    expect([all.types(), one.types()]).toEqual([
      ['ready', 'gate'],
      ['ready', 'gate'],
    ]);
    listen({ host: 'north' });
    expect(asked).toEqual(['12/north']);
  });

  it('waits on when nobody can say how the gate stands', async () => {
    const one = listen({ host: 'north' });
    await Promise.resolve();
    expect(one.types()).toEqual(['ready']);
    gate(12, 'north');
    expect(one.types()).toEqual(['ready', 'gate']);
  });

  it('is hung up when its session ends, and hears nothing after it left', () => {
    const [mine, other] = [listen(), listen({ session: 'session-2' })];
    live.sessionEnded('session-1');
    expect([mine.closed, other.closed]).toEqual([['The session has ended'], []]);
    other.leave();
    gate(12, 'north');
    expect(other.types()).toEqual(['ready']);
  });

  it('listens with ten sockets of one session and no more', () => {
    const all = Array.from({ length: 11 }, () => listen());
    expect(all.map(({ closed }) => closed.length)).toEqual([...Array.from({ length: 10 }, () => 0), 1]);
    expect(listen({ session: 'session-2' }).closed).toEqual([]);
    all[0]?.leave();
    expect(listen().closed).toEqual([]);
  });
});
