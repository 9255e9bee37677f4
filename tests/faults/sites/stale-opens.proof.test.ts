import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from '@washdesk/site-agent/testing/site';
import { eventually } from '@washdesk/site-agent/testing/support';
import { deviceState, type ReceivedReply } from '@washdesk/site-protocol/envelope';
import { leaseValidityMs } from '@washdesk/site-protocol/timing';
import { commandTopic, deviceStateTopic, leaseTopic } from '@washdesk/site-protocol/topics';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { onWrites, startGateDrivers, type DrivenGate } from './gate-drivers.ts';

/** A lease from before has expired by then. */
const staleMs = leaseValidityMs + 1_000;
const otherSite = 27;

let around: TestEnvironment;
/** Between the cloud and the broker. */
let proxy: TcpProxy;
let joliet: TestSite;
let drivers: DrivenGate[];

beforeAll(async () => {
  [around, drivers] = await Promise.all([startTestEnvironment(), startGateDrivers()]);
  proxy = await startTcpProxy(Number(new URL(around.broker.url).port));
  const broker = { ...around.broker, url: `mqtt://127.0.0.1:${proxy.port}` };
  joliet = await createTestSite(
    { ...around, broker },
    { broker: { url: around.broker.url, username: 'agent', password: 'agent' }, devices: drivers.map(({ config }) => config) },
  );
  await startAgent();
});
afterAll(async () => {
  await joliet.stop();
  await proxy.stop();
  await Promise.all([...drivers, around].map((part) => part.stop()));
});

async function startAgent(): Promise<void> {
  const from = joliet.cloud.heard.length;
  await joliet.startAgent();
  await Promise.all(drivers.map(({ id }) => joliet.deviceIs(id, 'online', from)));
}

/** Waits until the gate is closed and the agent has switched its relay off. */
const atRest = ({ id, state }: DrivenGate) =>
  eventually(async () => {
    if (state().coil || state().gateOpen) return false;
    const reply = await joliet.cloud.command(id, 'status', {}, { lease: null });
    return reply.ok && !(reply.result as { relay: boolean }).relay;
  });
const ping = () => joliet.cloud.command('agent', 'ping', {}, { lease: null });
const press = ({ id }: DrivenGate, options: object = {}) => joliet.cloud.command(id, 'open', open, options);

/** Sends a command without waiting for the broker. */
function send({ id }: DrivenGate, options: object): string {
  const command = randomUUID();
  void joliet.cloud.send(id, 'open', open, { id: command, ...options });
  return command;
}

const resultOf = (reply: ReceivedReply): unknown => (reply.ok ? (reply.result as { result: string }).result : reply.code);
const repliesTo = (ids: string[]) => Promise.all(ids.map(async (id) => resultOf(await joliet.cloud.replyTo(id))));
const expired = (ids: readonly unknown[]) => ids.map(() => 'expired');

/** What must open no gate. Each case resolves when the agent has received its commands. */
const cases: Record<string, () => Promise<void>> = {
  async 'the publisher is cut off while it sends'() {
    const lease = await joliet.cloud.freshLease();
    proxy.hold();
    const ids = drivers.map((gate) => send(gate, { lease }));
    await sleep(staleMs);
    proxy.restore();
    expect(await repliesTo(ids)).toEqual(expired(ids));
  },

  async 'the agent is stopped (SIGSTOP)'() {
    const lease = await joliet.cloud.freshLease();
    process.kill(joliet.agent.pid, 'SIGSTOP');
    const ids = drivers.map((gate) => send(gate, { lease }));
    await sleep(staleMs);
    process.kill(joliet.agent.pid, 'SIGCONT');
    expect(await repliesTo(ids)).toEqual(expired(ids));
  },

  async 'the command is retained by the broker'() {
    const lease = await joliet.cloud.freshLease();
    await joliet.agent.stop();
    for (const gate of drivers) {
      const { topic, text } = await joliet.cloud.send(gate.id, 'open', open, { lease });
      const publisher = await connectAsync(around.broker.url, { username: 'cloud', password: 'cloud', reconnectPeriod: 0 });
      // our broker ends the connection, Mosquitto keeps the message
      publisher.publish(topic, text, { qos: 0, retain: true });
      await publisher.endAsync();
    }
    await startAgent();
    await ping();
  },

  async 'an executed command is sent again'() {
    for (const gate of drivers) {
      const [id, from] = [randomUUID(), joliet.cloud.heard.length];
      const { topic, text } = await joliet.cloud.send(gate.id, 'open', open, { id });
      await joliet.cloud.replyTo(id, from);
      expect(onWrites(gate)).toBe(before.get(gate)! + 1);
      before.set(gate, onWrites(gate));
      await atRest(gate);
      const later = joliet.cloud.heard.length;
      await joliet.cloud.publish(topic, text);
      expect(await joliet.cloud.replyTo(id, later)).toMatchObject({ result: { repeated: true } });
    }
  },

  async 'the command is for another site'() {
    for (const gate of drivers) {
      await joliet.cloud.send(gate.id, 'open', open, { more: { site: otherSite } });
      const { text } = await joliet.cloud.send(gate.id, 'open', open, { topic: commandTopic(otherSite, gate.id, 'open') });
      await joliet.cloud.publish(commandTopic(site, gate.id, 'open'), text);
    }
    await ping();
  },

  async 'the signature is wrong'() {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    for (const gate of drivers) {
      await joliet.cloud.send(gate.id, 'open', open, { key: stranger });
      await joliet.cloud.send(gate.id, 'open', open, { kid: 'unknown' });
    }
    await ping();
  },

  async 'the broker is restarted before it delivers'() {
    const lease = await joliet.cloud.freshLease();
    await around.broker.stop();
    const from = joliet.cloud.heard.length;
    for (const gate of drivers) send(gate, { lease });
    await sleep(staleMs);
    await around.broker.start();
    await joliet.cloud.until(({ topic }, index) => index >= from && topic === leaseTopic(site));
    await ping();
  },

  async 'the clock of the agent’s computer is wrong'() {
    for (const wrongMs of [-600_000, 600_000]) {
      joliet.cloud.aheadMs = -wrongMs;
      for (const { id } of drivers) await clockIsNamed(id, wrongMs < 0 ? 'slow' : 'fast');
      const exp = joliet.cloud.now() - 1;
      const replies = await Promise.all(drivers.map((gate) => press(gate, { exp })));
      expect(replies.map(resultOf)).toEqual(expired(drivers));
    }
    joliet.cloud.aheadMs = 0;
    for (const { id } of drivers) await clockIsNamed(id, null);
  },
};

/** Waits until the last state of the gate has this word about the clock, or no reason. */
function clockIsNamed(id: string, word: string | null): Promise<unknown> {
  return eventually(() => {
    const last = joliet.cloud.heard.findLast(({ topic }) => topic === deviceStateTopic(site, id));
    const { reason = null } = deviceState.safeParse(last?.message).data ?? {};
    return word === null ? reason === null : reason?.includes(word) === true;
  });
}

/** ON writes of each gate when the case began. */
let before: Map<DrivenGate, number>;

describe('no coil is written if', () => {
  it.each(Object.entries(cases).map(([name, run]) => ({ name, run })))('$name', async ({ run }) => {
    await Promise.all(drivers.map(atRest));
    before = new Map(drivers.map((gate) => [gate, onWrites(gate)]));
    await run();
    expect(drivers.map(onWrites)).toEqual(drivers.map((gate) => before.get(gate)));

    // the same sender opens in time: the commands above were refused for the reason of the case alone
    await Promise.all(drivers.map(atRest));
    for (const gate of drivers) expect(resultOf(await press(gate))).toMatch(/^(opened|unconfirmed)$/);
    expect(drivers.map(onWrites)).toEqual(drivers.map((gate) => before.get(gate)! + 1));
  });
});
