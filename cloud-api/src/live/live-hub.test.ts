import { beforeEach, describe, expect, it } from 'vitest';
import { gateTopic } from '@washdesk/contracts/lane/gate';
import { tagsTopic } from '@washdesk/contracts/lane/tag';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { devicesTopic } from '@washdesk/contracts/sites/site-device';
import { openLog } from '../http/log.ts';
import { LiveHub } from './live-hub.ts';
import type { LiveGrant } from './live-source.ts';

const grant: LiveGrant = { topic: 'gate', site: 12, filter: {}, session: 'session-1' };
const at = '2026-11-21T12:00:00.000Z';

type DeviceMessage = LiveMessageOf<typeof devicesTopic>;
const deviceOf = (site: number, id = 'north', more: Partial<DeviceMessage> = {}): DeviceMessage => ({
  type: 'device',
  site,
  id,
  kind: 'gate',
  name: 'North',
  health: 'offline',
  reason: null,
  since: at,
  ...more,
});

let live: LiveHub;
/** What the device snapshot returns, and when. */
let snapshot: () => Promise<DeviceMessage[]>;

beforeEach(() => {
  snapshot = async () => [];
  live = new LiveHub(openLog('silent'));
  live.register([{ topic: gateTopic }, { topic: tagsTopic }, { topic: devicesTopic, snapshot: () => snapshot() }]);
});

function listen(more: Partial<LiveGrant> = {}) {
  const heard: { type: string }[] = [];
  const closed: string[] = [];
  const leave = live.join({ grant: { ...grant, ...more }, send: (message) => heard.push(message), close: (why) => closed.push(why) });
  return { heard, closed, leave, types: () => heard.map(({ type }) => type) };
}
const gate = (site: number, host: string): void =>
  live.deliver(gateTopic, { type: 'gate', site, host, relay: true, gateOpen: null, presence: null, merge: null, at });
const tag = (site: number): void =>
  live.deliver(tagsTopic, { type: 'tag', site, reader: 'reader', antenna: 1, lane: 1, tag: '12345+123456', at });
const notice = (site: number, message?: object): void => live.receive(JSON.stringify({ topic: 'devices', site, message }));
/** Waits until pending snapshots have reached their sockets. */
const settled = (): Promise<void> => new Promise(setImmediate);

describe('who listens', () => {
  it('is acknowledged at once', () => {
    expect(listen().heard).toEqual([{ type: 'ready' }]);
  });

  it('receives its own topic of its own site', async () => {
    const [gates, tags, devices, elsewhere] = [listen(), listen({ topic: 'rfid' }), listen({ topic: 'devices' }), listen({ site: 27 })];
    await settled();
    gate(12, 'north');
    tag(12);
    notice(12, deviceOf(12));
    expect([gates, tags, devices, elsewhere].map((one) => one.types())).toEqual([
      ['ready', 'gate'],
      ['ready', 'tag'],
      ['ready', 'device'],
      ['ready'],
    ]);
  });

  it('receives one gate only if it asked for one', () => {
    const north = listen({ filter: { host: 'north' } });
    gate(12, 'south');
    gate(12, 'north');
    expect(north.heard).toEqual([
      { type: 'ready' },
      { type: 'gate', site: 12, host: 'north', relay: true, gateOpen: null, presence: null, merge: null, at },
    ]);
  });

  it('receives all sites if its grant names none', async () => {
    const all = listen({ topic: 'devices', site: null });
    await settled();
    notice(12, deviceOf(12));
    notice(27, deviceOf(27));
    expect(all.heard.slice(1)).toEqual([deviceOf(12), deviceOf(27)]);
  });

  it('is closed when its session ends, and receives nothing after it left', () => {
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

describe('a snapshot', () => {
  it('comes before every change, also one that arrives while it is read', async () => {
    const reading = Promise.withResolvers<DeviceMessage[]>();
    snapshot = () => reading.promise;
    const { heard } = listen({ topic: 'devices' });
    const changed = deviceOf(12, 'north', { health: 'online' });
    notice(12, changed);
    expect(heard).toEqual([{ type: 'ready' }]);
    reading.resolve([deviceOf(12), deviceOf(27)]);
    await settled();
    expect(heard).toEqual([{ type: 'ready' }, deviceOf(12), changed]);
  });

  it('is sent again when changes may have been missed', async () => {
    const { heard } = listen({ topic: 'devices' });
    await settled();
    snapshot = async () => [deviceOf(12)];
    live.refresh();
    await settled();
    expect(heard).toEqual([{ type: 'ready' }, deviceOf(12)]);
  });

  it('is sent instead of a change that was too large, to its subscribers', async () => {
    const [here, there] = [listen({ topic: 'devices' }), listen({ topic: 'devices', site: 27 })];
    await settled();
    snapshot = async () => [deviceOf(12), deviceOf(27)];
    notice(12);
    await settled();
    expect([here.heard.slice(1), there.heard.slice(1)]).toEqual([[deviceOf(12)], []]);
  });

  it('that cannot be read holds no change back', async () => {
    snapshot = () => Promise.reject(new Error('no database'));
    const { heard } = listen({ topic: 'devices' });
    notice(12, deviceOf(12));
    await settled();
    expect(heard.slice(1)).toEqual([deviceOf(12)]);
  });
});

it('takes each topic from one feature', () => {
  expect(() => live.register([{ topic: gateTopic }])).toThrow('gate');
});

it('passes over a message of a topic that only a later release has', () => {
  const one = listen();
  live.receive(JSON.stringify({ topic: 'weather', site: 12, message: { type: 'rain', site: 12 } }));
  expect(one.types()).toEqual(['ready']);
});

describe('a topic that costs something while a person looks at it', () => {
  it('is told of each socket that opens, and once of its end', () => {
    const watched: string[] = [];
    const hub = new LiveHub(openLog('silent'));
    const joined = ({ site }: LiveGrant): (() => void) => {
      watched.push(`open ${site}`);
      return () => watched.push(`closed ${site}`);
    };
    hub.register([{ topic: gateTopic, joined }, { topic: tagsTopic }]);
    const open = (more: Partial<LiveGrant>) => hub.join({ grant: { ...grant, ...more }, send: () => undefined, close: () => undefined });
    const [gates, tags] = [open({}), open({ topic: 'rfid' })];
    tags();
    expect(watched).toEqual(['open 12']);
    gates();
    expect(watched).toEqual(['open 12', 'closed 12']);
  });
});
