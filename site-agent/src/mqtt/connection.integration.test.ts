import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { startTestBroker, type TestBroker } from '../testing/agent.ts';
import { eventually } from '../testing/support.ts';
import { BrokerConnection } from './connection.ts';

let broker: TestBroker;
let connection: BrokerConnection;
afterEach(async () => {
  await connection.stop();
  await broker.stop();
});

it('stays connected if a listener fails, calls the others, and logs no password', async () => {
  broker = await startTestBroker(12);
  const lines: string[] = [];
  let lost = 0;
  connection = new BrokerConnection({
    url: broker.url.replace('mqtt://', 'mqtt://agent:agent@'),
    username: 'agent',
    password: 'agent',
    clientId: 'agent',
    filters: ['wash/v1/12/cmd/#'],
    will: () => ({ topic: 'wash/v1/12/state/agent', message: {} }),
    outage: { lost: () => (lost += 1), connected: () => undefined },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  connection.onConnected(() => {
    throw new Error('the disk is full');
  });
  let called = 0;
  connection.onConnected(() => (called += 1));
  connection.start();
  await eventually(() => called > 0);
  await connection.publish('wash/v1/12/state/agent', {}, { qos: 1 });
  expect([connection.connected, called, lost]).toEqual([true, 1, 0]);
  expect(lines.join('')).toContain('the disk is full');
  await broker.stop();
  await eventually(() => lost > 0);
  expect(lines.join('')).not.toContain('agent:agent');
});
