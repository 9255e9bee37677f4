import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOpenBroker } from '@washdesk/broker/open-broker.fixture';
import { startTestBroker } from '@washdesk/site-agent/testing/agent';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from '@washdesk/site-agent/testing/site';
import { eventually } from '@washdesk/site-agent/testing/support';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';

/** Brokers that retain what they are asked to; our own refuses it (deploy/broker/broker.integration.test.ts). */
const brokers = { aedes: startOpenBroker, Mosquitto: () => startTestBroker(site, true) };

let around: TestEnvironment;
let broker: { url: string; stop(): Promise<void> };
/** Between the broker and the agent. */
let proxy: TcpProxy;
let joliet: TestSite;

beforeAll(async () => {
  around = await startTestEnvironment();
});
afterEach(async () => {
  await joliet.stop();
  await proxy.stop();
  await broker.stop();
});
afterAll(() => around.stop());

async function startAgent(start: () => Promise<typeof broker>): Promise<void> {
  broker = await start();
  proxy = await startTcpProxy(Number(new URL(broker.url).port));
  joliet = await createTestSite(
    { ...around, broker: { ...around.broker, ...broker } },
    { broker: { url: `mqtt://127.0.0.1:${proxy.port}`, username: 'agent', password: 'agent' } },
  );
  await joliet.startAgent();
}

const drops = (): number => joliet.agent.output().split('"cause":"replayed"').length - 1;

/**
 * Sends one opening that is retained and one that is not, both new, signed and with the lease that the agent issued last, around a short loss
 * of its connection. @returns the result of the second
 */
async function retainAndOpen(): Promise<unknown> {
  const [lease, from] = [await joliet.cloud.freshLease(), joliet.cloud.heard.length];
  const before = drops();
  proxy.cut();
  await joliet.agentIs(false, from);
  // the broker delivers it as retained at the agent's next subscription
  const { topic } = await joliet.cloud.send('north', 'open', open, { lease, retain: true });
  proxy.restore();
  await eventually(() => drops() > before);
  expect(joliet.pulses()).toBe(0);
  await joliet.cloud.publish(topic, '', { retain: true });

  const id = randomUUID();
  await joliet.cloud.send('north', 'open', open, { id, lease });
  const reply = await joliet.cloud.replyTo(id);
  return reply.ok ? (reply.result as { result: string }).result : reply.code;
}

describe.each(Object.entries(brokers))('%s', (_name, start) => {
  it('retains an opening that is in time, which its agent drops for that reason alone', async () => {
    await startAgent(start);
    // a slow machine needs longer for the new connection than the lease is valid, and tries again
    await eventually(async () => (await retainAndOpen()) === 'opened');
    expect(joliet.pulses()).toBe(1);
  });
});
