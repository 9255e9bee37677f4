import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBroker, type Broker } from './broker.ts';
import { TestAuthority, type Certificate } from './certificates.fixture.ts';
import { readBrokerConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-broker-'));
let ca: TestAuthority;
let stranger: TestAuthority;
let own: Certificate;
let broker: Broker;
let clients: MqttClient[];

beforeAll(() => {
  ca = new TestAuthority(folder);
  stranger = new TestAuthority(folder, 'stranger');
  own = ca.issue('broker');
});

beforeEach(async () => {
  clients = [];
  const all = { publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] };
  const site = { username: 'site-12', password: 'secret-12', certificate: true, publish: ['wash/v1/12/#'], subscribe: ['wash/v1/12/#'] };
  const users = [site, { ...site, username: 'site-27' }, { username: 'cloud', password: 'secret', ...all }];
  broker = await startBroker({ host: '127.0.0.1', port: 0, tls: { ...own, clientCaFile: ca.caFile }, users }, () => undefined);
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await broker.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function connect(username: string, password: string, options: IClientOptions = {}): Promise<MqttClient> {
  const login = { username, password, reconnectPeriod: 0, protocolVersion: 4, connectTimeout: 5_000 } as const;
  const client = await connectAsync(`mqtts://127.0.0.1:${broker.port}`, { ca: readFileSync(ca.caFile), ...login, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const bearing = ({ certificateFile, keyFile }: Certificate): IClientOptions => ({
  cert: readFileSync(certificateFile),
  key: readFileSync(keyFile),
});

describe('the broker with TLS', () => {
  it('carries messages between a site with its certificate and the cloud', async () => {
    const agent = await connect('site-12', 'secret-12', bearing(ca.issue('site-12')));
    const api = await connect('cloud', 'secret');
    await agent.subscribeAsync('wash/v1/12/cmd/#', { qos: 1 });
    const message = new Promise((resolve) => agent.once('message', (topic) => resolve(topic)));
    await api.publishAsync('wash/v1/12/cmd/north/open', 'now', { qos: 1 });
    expect(await message).toBe('wash/v1/12/cmd/north/open');
  });

  it.each([
    ['without one', (): IClientOptions => ({})],
    ['with that of another site', (): IClientOptions => bearing(ca.issue('site-27'))],
    ['with one that another CA signed', (): IClientOptions => bearing(stranger.issue('site-12'))],
  ])('refuses a site that needs a certificate and comes %s, password and all', async (_how, options) => {
    await expect(connect('site-12', 'secret-12', options())).rejects.toThrow('Bad username or password');
  });

  it('wants the password besides the certificate', async () => {
    await expect(connect('site-12', 'wrong', bearing(ca.issue('site-12')))).rejects.toThrow('Bad username or password');
  });

  it('is not talked to by a client that does not trust its CA, and does not talk in clear', async () => {
    await expect(connect('cloud', 'secret', { ca: readFileSync(stranger.caFile) })).rejects.toThrow(/certificate/u);

    const clear = net.connect({ host: '127.0.0.1', port: broker.port });
    let answer = Buffer.alloc(0);
    clear.on('data', (chunk: Buffer) => (answer = Buffer.concat([answer, chunk])));
    clear.on('error', () => undefined);
    clear.write(Buffer.from('100c00044d5154540402003c0000', 'hex'));
    await once(clear, 'close');
    const connackType = 0x20;
    expect(answer[0]).not.toBe(connackType);
  });
});

it('wants a CA where users need certificates', () => {
  const user = { username: 'site-12', password: 'x', certificate: true, publish: [], subscribe: [] };
  const file = path.join(folder, 'broker.json');
  writeFileSync(file, JSON.stringify({ users: [user] }));
  expect(() => readBrokerConfig(file)).toThrow('name the CA');
});
