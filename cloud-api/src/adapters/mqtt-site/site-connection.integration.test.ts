import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBroker, type Broker } from '@washdesk/broker/broker';
import type { AgentState, DeviceState, DurableEvent } from '@washdesk/site-protocol/envelope';
import { verifyCommand } from '@washdesk/site-protocol/signing';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { until } from '@washdesk/test-support/until';
import { openLog } from '../../http/log.ts';
import type { IdentifiedSending } from '../../ports/site-commands.ts';
import type { LiveReport } from '../../ports/site-link.ts';
import { TestAgent } from './agent.fixture.ts';
import { MqttSiteConnection } from './site-connection.ts';

const key = generateKeyPairSync('ed25519').privateKey;
const user = (username: string) => ({ username, password: 'secret', publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] });

let broker: Broker;
let proxy: TcpProxy;
let line: MqttSiteConnection;
let agent: TestAgent;
/** Everything the connection reported, in order. */
let heard: { seconds: string[]; agents: AgentState[]; devices: DeviceState[]; events: DurableEvent[]; live: LiveReport[] };
let upTo: (event: DurableEvent) => Promise<number | null>;
let revoked: Set<number>;

const reports = {
  agent: async (_site: number, state: AgentState) => void heard.agents.push(state),
  device: async (_site: number, state: DeviceState) => void heard.devices.push(state),
  live: (report: LiveReport) => void heard.live.push(report),
  secondAgent: (site: number, serving: string, refused: string) => void heard.seconds.push(`${site}: ${serving}, ${refused}`),
  durable: (event: DurableEvent) => {
    heard.events.push(event);
    return upTo(event);
  },
};

beforeEach(async () => {
  heard = { seconds: [], agents: [], devices: [], events: [], live: [] };
  upTo = async ({ seq }) => seq;
  revoked = new Set();
  broker = await startBroker({ host: '127.0.0.1', port: 0, users: [user('cloud'), user('site-12')] }, () => undefined);
  proxy = await startTcpProxy(broker.port);
  const url = `mqtt://127.0.0.1:${proxy.port}`;
  line = new MqttSiteConnection({ broker: { url, username: 'cloud', password: 'secret' }, key, kid: 'cloud-1', log: openLog('silent') });
  agent = new TestAgent(12);
  await agent.connect(`mqtt://127.0.0.1:${broker.port}`, 'site-12', 'secret');
});
afterEach(async () => {
  await line.stop();
  await agent.close();
  await proxy.stop();
  await broker.stop();
});

const online = async (): Promise<void> => {
  const before = heard.agents.length;
  await agent.online();
  await until('the agent is seen', () => (heard.agents.length > before ? true : null));
};
const connected = () =>
  until('the line is open', () =>
    line.check().then(
      () => true,
      () => null,
    ),
  );

async function openLine(): Promise<void> {
  await line.start(reports, revoked);
  await connected();
  await online();
}

const ping = (options?: { waitMs?: number }) => line.send(12, 'agent', 'agent.ping', {}, options);
const openGate = (sending: Partial<IdentifiedSending> = {}) =>
  line.send(
    12,
    'north',
    'gate.open',
    { employee: 101, reason: null },
    { id: randomUUID(), sentBefore: false, journal: agent.journal, ...sending },
  );
const opened = { result: 'opened', reason: null, repeated: false, at: '2026-11-21T12:00:00.000Z' };

describe('a command', () => {
  it('reaches the agent signed for its topic, and its reply comes back', async () => {
    await openLine();
    const outcome = ping();
    const { topic, signed, body } = await agent.command();
    expect(topic).toBe('wash/v1/12/cmd/agent/ping');
    expect(signed.kid).toBe('cloud-1');
    expect(verifyCommand(createPublicKey(key), topic, signed)).toBe(true);
    expect(verifyCommand(createPublicKey(key), 'wash/v1/27/cmd/agent/ping', signed)).toBe(false);
    expect(body).toMatchObject({ v: 1, site: 12, device: 'agent', verb: 'ping', payload: {} });
    await agent.answer(body, { boot: agent.boot });
    expect(await outcome).toEqual({ kind: 'answered', result: { boot: agent.boot } });
  });

  it('has the newest lease if it must not be late', async () => {
    await openLine();
    for (const lease of ['an-older-lease-of-12', 'the-newest-lease-of-12']) await agent.lease(lease);
    await online(); // published last: when it has arrived, so have the leases
    const outcome = openGate();
    const { body } = await agent.command();
    expect(body.lease).toBe('the-newest-lease-of-12');
    await agent.answer(body, opened);
    expect(await outcome).toEqual({ kind: 'answered', result: opened });
  });

  it('says whether its id was sent before, and to which journal', async () => {
    await openLine();
    await agent.lease();
    await online();
    expect(line.journalOf(12)).toBe(agent.journal);
    const earlier = randomUUID();
    for (const [sending, said] of [
      [{}, null],
      [{ sentBefore: true }, { journal: agent.journal }],
      [{ sentBefore: true, journal: earlier }, { journal: earlier }],
      [{ sentBefore: true, journal: null }, { journal: null }],
    ] as const) {
      const outcome = openGate(sending);
      const { body } = await agent.command();
      expect(body.sentBefore).toEqual(said);
      await agent.answer(body, opened);
      await outcome;
    }
    const asked = ping();
    const { body } = await agent.command();
    expect(body.sentBefore).toBeNull();
    await agent.answer(body, { boot: agent.boot });
    await asked;
  });

  it('is not sent for the first time to another journal than the one that was noted', async () => {
    await openLine();
    await agent.lease();
    await online();
    expect(await openGate({ journal: randomUUID() })).toMatchObject({ kind: 'unreachable' });
    expect(agent.commands).toEqual([]);
  });

  it.each([
    ['refused', 'rejected', 'The gate opened 2 s ago'],
    ['refused', 'expired', 'too late'],
    ['unknown', 'timeout', 'The relay did not answer'],
  ] as const)('is %s when the agent says %s', async (kind, code, message) => {
    await openLine();
    const outcome = ping();
    await agent.refuse((await agent.command()).body, code, message);
    expect(await outcome).toMatchObject({ kind, message });
  });

  it('is unknown when the answer is in no form that is understood', async () => {
    await openLine();
    const outcome = ping();
    await agent.answer((await agent.command()).body, { boot: 12 });
    expect(await outcome).toMatchObject({ kind: 'unknown' });
  });

  it('is unknown when no answer comes, and an answer that comes late changes nothing', async () => {
    await openLine();
    expect(await ping({ waitMs: 50 })).toMatchObject({ kind: 'unknown' });
    const late = await agent.command();
    await agent.answer(late.body, { boot: agent.boot });
    const next = ping();
    const { body } = await agent.command();
    await agent.answer(late.body, { boot: randomUUID() });
    await agent.answer(body, { boot: agent.boot });
    expect(await next).toEqual({ kind: 'answered', result: { boot: agent.boot } });
  });

  it('under one id answers all who wait for it', async () => {
    await openLine();
    await agent.lease();
    await online();
    const same = { id: randomUUID() };
    const both = [openGate(same), openGate(same)];
    const { body } = await agent.command();
    await agent.answer(body, opened);
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['answered', 'answered']);
  });
});

describe('a command is not sent at all', () => {
  const unreachable = { kind: 'unreachable', message: expect.any(String) };

  it('before the line is open', async () => {
    expect(await ping()).toEqual(unreachable);
    proxy.cut();
    await line.start(reports, revoked);
    expect(await ping()).toEqual(unreachable);
    expect(agent.commands).toEqual([]);
  });

  it('to a site whose agent was not seen, or has gone', async () => {
    await line.start(reports, revoked);
    await connected();
    expect(await ping()).toEqual(unreachable);
    await online();
    await agent.online(false);
    await until('it is gone', () => heard.agents.find((state) => !state.online));
    expect(await ping()).toEqual(unreachable);
    expect(agent.commands).toEqual([]);
  });

  it('to a gate without a lease, though a question needs none', async () => {
    await openLine();
    expect(await openGate()).toEqual(unreachable);
    const asked = ping({ waitMs: 5_000 });
    await agent.answer((await agent.command()).body, { boot: agent.boot });
    expect(await asked).toMatchObject({ kind: 'answered' });
    expect(agent.commands).toEqual([]);
  });

  it('again, when the line comes back: what was under way is lost for good', async () => {
    await openLine();
    await agent.lease();
    const before = heard.agents.length;
    proxy.hold();
    const outcomes = [ping({ waitMs: 300 }), ping({ waitMs: 300 })];
    proxy.cut();
    proxy.restore();
    await connected();
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    await until('presence is told again', () => (heard.agents.length > before ? true : null));
    const next = ping();
    const first = await agent.command();
    await agent.answer(first.body, { boot: agent.boot });
    expect(await next).toMatchObject({ kind: 'answered' });
    expect(agent.commands).toEqual([]);
  });
});

it('a revoked site is sent no command, and what its open connection sends is dropped', async () => {
  await openLine();
  await agent.lease();
  revoked.add(12);
  await agent.event(1);
  await agent.online(false);
  expect(await ping()).toEqual({ kind: 'unreachable', message: 'The agent of site 12 is revoked' });
  const other = new TestAgent(27);
  await other.connect(`mqtt://127.0.0.1:${broker.port}`, 'site-12', 'secret');
  await other.event(1);
  await until('the event of another site arrives', () => (heard.events.length > 0 ? true : null));
  await other.close();
  expect(heard.events.map(({ site }) => site)).toEqual([27]);
  expect(heard.agents.map((state) => state.online)).toEqual([true]);

  revoked.delete(12);
  expect(await ping()).toMatchObject({ message: 'Site 12 is offline' });
  expect(agent.commands).toEqual([]);
});

describe('two agents of one site', () => {
  const second = { boot: randomUUID(), host: 'office-pc' };
  const ofSecond = { journal: randomUUID(), agent: second };

  it('are told apart: the second is refused and both are named, and no press is lost to it', async () => {
    await openLine();
    await agent.lease('the-lease-of-the-first');
    await agent.lease('the-lease-of-the-second', ofSecond);
    await agent.lease('the-lease-of-the-second-again', ofSecond);
    await agent.state({ boot: second.boot, online: true });
    await agent.state({ boot: second.boot, online: false });
    const answers = [await agent.time(), await agent.time(), await agent.time()];
    expect(answers.map(({ topic }) => topic)).toEqual(Array.from({ length: 3 }, () => 'wash/v1/12/cmd/agent/time'));
    const serving = { boot: agent.boot, host: 'lane-pc' };
    expect(answers.map(({ body }) => [body.boot, body.payload])).toEqual([
      [agent.boot, expect.objectContaining({ lease: 'the-lease-of-the-first', serving, second: null, shown: true })],
      [second.boot, expect.objectContaining({ lease: 'the-lease-of-the-second', serving, second: 'office-pc', shown: false })],
      [second.boot, expect.objectContaining({ serving })],
    ]);
    expect(heard.seconds).toEqual(['12: lane-pc, office-pc']);

    const outcome = openGate();
    const { body } = await agent.command();
    expect(body).toMatchObject({ boot: agent.boot, lease: 'the-lease-of-the-first' });
    await agent.answer(body, opened);
    expect(await outcome).toMatchObject({ kind: 'answered' });
    expect(heard.agents.map(({ boot }) => boot)).toEqual([agent.boot]);
  });

  it('change over when the first says goodbye', async () => {
    await openLine();
    await agent.lease('the-lease-of-the-first');
    await agent.time();
    await agent.state({ boot: agent.boot, online: false });
    await agent.lease('the-lease-of-the-second', ofSecond);
    const { body } = await agent.time();
    expect(body.payload).toMatchObject({ serving: second, second: null, shown: false });
    await agent.state({ boot: second.boot, online: true });
    await agent.lease('the-lease-of-the-second-2', ofSecond);
    expect((await agent.time()).body.payload).toMatchObject({ shown: true });
    const outcome = openGate({ journal: ofSecond.journal });
    const sent = await agent.command();
    expect(sent.body.boot).toBe(second.boot);
    await agent.answer(sent.body, opened);
    expect(await outcome).toMatchObject({ kind: 'answered' });
  });
});

describe('what sites say', () => {
  it('is acknowledged only when it is committed, and again when it comes again', async () => {
    await openLine();
    const committed = Promise.withResolvers<number>();
    upTo = () => committed.promise;
    await agent.event(1);
    await until('it arrives', () => heard.events.at(0));
    expect(agent.acknowledged).toEqual([]);
    committed.resolve(1);
    const ack = { v: 1, journal: agent.journal, upTo: 1 };
    await until('it is acknowledged', () => agent.acknowledged.at(0));
    await agent.event(1);
    await until('it is acknowledged again', () => agent.acknowledged.at(1));
    expect(agent.acknowledged).toEqual([ack, ack]);
  });

  it('is not acknowledged when it could not be kept', async () => {
    await openLine();
    upTo = () => Promise.reject(new Error('no database'));
    await agent.event(1);
    await until('it arrives', () => heard.events.at(0));
    upTo = async () => null;
    await agent.event(2);
    await until('the second arrives', () => heard.events.at(1));
    upTo = async ({ seq }) => seq;
    await agent.event(3);
    await until('the third is acknowledged', () => agent.acknowledged.at(0));
    expect(agent.acknowledged).toEqual([{ v: 1, journal: agent.journal, upTo: 3 }]);
  });

  it('in the name of another site, or in no form of ours, is passed over', async () => {
    await openLine();
    await agent.event(1, { site: 27 });
    await agent.event(2, { seq: 'two' });
    await agent.live('gate', { gate: 12 });
    await agent.device({ v: 1, id: 'north', kind: 'elevator' });
    for (const topic of ['wash/v1/12/evt/tag/x', 'wash/v1/12/state/agent', 'wash/v1/12/lease', 'wash/v1/12/evt'])
      await agent.raw(topic, '{');
    for (const topic of ['wash/v1/twelve/evt/sale/x', 'wash/v1/12/evt/__proto__/x', 'wash/v1/12/constructor/x'])
      await agent.raw(topic, '{"v":1}');
    await agent.event(9);
    await until('the good one arrives', () => heard.events.at(0));
    expect(heard.events.map(({ seq }) => seq)).toEqual([9]);
    expect(heard.live).toEqual([]);
    expect(heard.devices).toEqual([]);
  });

  it('live is passed on', async () => {
    await openLine();
    const payload = { reader: 'reader', antenna: 1, lane: 1, tag: '12345+123456', rssi: null };
    await agent.live('tag', payload);
    const report = await until('the tag arrives', () => heard.live.at(0));
    expect(report).toEqual({ kind: 'tag', site: 12, at: '2026-11-21T12:00:00.000Z', payload });
  });
});

it('announces the roster to a site, and loses it in silence when there is no line', async () => {
  line.announceRoster(12, 6);
  await openLine();
  line.announceRoster(12, 7);
  await until('the notice arrives', () => agent.announced.at(0));
  expect(agent.announced).toEqual([{ v: 1, seq: 7 }]);
});

it('sends without waiting for more to send: Nagle is off', async () => {
  const { Socket } = await import('node:net');
  const noDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  await line.start(reports, revoked);
  await connected();
  expect(noDelay).toHaveBeenCalledWith(true);
  noDelay.mockRestore();
});

it('closes its connection when it stops', async () => {
  await openLine();
  await line.stop();
  await expect(line.check()).rejects.toThrow('No connection to the broker');
  expect(await ping()).toMatchObject({ kind: 'unreachable' });
});
