import type { EventEmitter } from 'node:events';
import net from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from './access.ts';
import { startBroker, type Broker } from './broker.ts';

let broker: Broker;
let clients: MqttClient[];
let logged: string[];

const site = (number: number): { username: string; password: string; publish: string[]; subscribe: string[] } => ({
  username: `site-${number}`,
  password: `secret-${number}`,
  publish: [`wash/v1/${number}/#`],
  subscribe: [`wash/v1/${number}/#`],
});
const cloud = { username: 'cloud', password: hashPassword('secret'), publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] };

beforeEach(async () => {
  clients = [];
  logged = [];
  const config = { host: '127.0.0.1', port: 0, users: [site(12), site(27), cloud] };
  broker = await startBroker(config, (event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`));
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await broker.stop();
});

async function connect(username: string, password: string, options: IClientOptions = {}): Promise<MqttClient> {
  const login = { username, password, reconnectPeriod: 0, protocolVersion: 4 } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { ...login, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const joliet = (): Promise<MqttClient> => connect('site-12', 'secret-12');

function nextMessage(client: MqttClient): Promise<string> {
  return new Promise((resolve) => {
    client.once('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`));
  });
}

/** Resolves when the connection has ended, with or without an error. */
function ended(connection: Pick<EventEmitter, 'once' | 'on'>): Promise<true> {
  connection.on('error', () => undefined);
  return new Promise((resolve) => connection.once('close', () => resolve(true)));
}

describe('the broker', () => {
  it('carries messages between a site and the cloud', async () => {
    const agent = await joliet();
    const api = await connect('cloud', 'secret');
    await agent.subscribeAsync('wash/v1/12/cmd/#', { qos: 1 });
    const message = nextMessage(agent);
    await api.publishAsync('wash/v1/12/cmd/north/open', 'now', { qos: 1 });
    expect(await message).toBe('wash/v1/12/cmd/north/open now');
  });

  it('refuses a wrong password and an unknown user', async () => {
    await expect(connect('site-12', 'wrong')).rejects.toThrow('Bad username or password');
    await expect(connect('stranger', 'secret-12')).rejects.toThrow('Bad username or password');
    await expect(connect('cloud', 'wrong')).rejects.toThrow('Bad username or password');
  });

  it.each(['wash/v1/27/#', 'wash/v1/#', '#', '+/v1/12/ack'])('refuses a site the subscription %s', async (filter) => {
    const agent = await joliet();
    await expect(agent.subscribeAsync(filter)).rejects.toThrow('Unspecified error');
    expect(agent.connected).toBe(true);
  });

  it.each([
    ['another site', 'wash/v1/27/evt/gate/north', 'x', false],
    ['a retained command', 'wash/v1/12/cmd/north/open', 'x', true],
    ['more than 128 KB', 'wash/v1/12/evt/trace/agent', 'x'.repeat(128 * 1024 + 1), false],
    ['far more than 128 KB', 'wash/v1/12/evt/trace/agent', 'x'.repeat(1024 * 1024), false],
  ])('drops the connection that publishes to %s', async (_what, topic, payload, retain) => {
    const agent = await joliet();
    const closed = ended(agent.stream);
    agent.publish(topic, payload, { qos: 0, retain });
    expect(await closed).toBe(true);
  });

  it('keeps presence, and speaks the last will of an agent that vanishes', async () => {
    const topic = 'wash/v1/12/state/agent';
    const agent = await connect('site-12', 'secret-12', { will: { topic, payload: Buffer.from('offline'), qos: 1, retain: true } });
    await agent.publishAsync(topic, 'online', { qos: 1, retain: true });

    const api = await connect('cloud', 'secret');
    const first = nextMessage(api);
    await api.subscribeAsync('wash/v1/+/state/#', { qos: 1 });
    expect(await first).toBe(`${topic} online`);

    const second = nextMessage(api);
    agent.stream.destroy();
    expect(await second).toBe(`${topic} offline`);
  });

  it('logs refusals without passwords', async () => {
    await expect(connect('site-12', 'wrong-password')).rejects.toThrow();
    expect(logged.join('\n')).toContain('sign-in rejected');
    expect(logged.join('\n')).not.toContain('wrong-password');
  });

  it('survives garbage', async () => {
    const socket = net.connect(broker.port, '127.0.0.1');
    const closed = ended(socket);
    socket.end('GET / HTTP/1.1\r\n\r\n');
    socket.resume();
    await closed;
    expect((await joliet()).connected).toBe(true);
  });
});
