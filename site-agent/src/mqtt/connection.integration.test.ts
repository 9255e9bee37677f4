import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '@washdesk/test-support/tcp-proxy';
import { startTestBroker, type TestBroker } from '../testing/agent.ts';
import { eventually } from '../testing/support.ts';
import { BrokerConnection } from './connection.ts';

const topic = 'wash/v1/12/state/agent';
let broker: TestBroker;
let line: TcpProxy;
let connection: BrokerConnection;
let lines: string[];
let lost: number;

beforeEach(async () => {
  broker = await startTestBroker(12);
  line = await startTcpProxy(Number(new URL(broker.url).port));
  lines = [];
  lost = 0;
  connection = new BrokerConnection({
    url: `mqtt://agent:agent@127.0.0.1:${line.port}`,
    username: 'agent',
    password: 'agent',
    clientId: 'agent',
    filters: ['wash/v1/12/cmd/#'],
    will: () => ({ topic, message: {} }),
    outage: { lost: () => (lost += 1), connected: () => undefined },
    log: pino({}, { write: (text: string) => void lines.push(text) }),
  });
});
afterEach(async () => {
  await connection.stop();
  await line.stop();
  await broker.stop();
});

it('stays connected if a listener fails, calls the others, and logs no password', async () => {
  connection.onConnected(() => {
    throw new Error('the disk is full');
  });
  let called = 0;
  connection.onConnected(() => (called += 1));
  connection.start();
  await eventually(() => called > 0);
  await connection.publish(topic, {}, { qos: 1 });
  expect([connection.connected, called, lost]).toEqual([true, 1, 0]);
  expect(lines.join('')).toContain('the disk is full');
  await broker.stop();
  await eventually(() => lost > 0);
  expect(lines.join('')).not.toContain('agent:agent');
});

it.each([
  ['while nothing passes', () => line.hold()],
  ['that breaks', () => line.cut()],
])('stops with a message that is not acknowledged on a line %s', async (_name, fault) => {
  connection.start();
  await eventually(() => connection.connected);
  line.hold();
  connection.publish(topic, {}, { qos: 1 }).catch(() => undefined);
  const stopped = connection.stop();
  fault();
  await stopped;
  expect(connection.connected).toBe(false);
});

it('stops while a connection is being opened on a line that passes nothing', async () => {
  line.hold();
  connection.start();
  await connection.stop();
  expect(connection.connected).toBe(false);
});
