import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { until } from '@washdesk/local-servers/processes/wait';
import { startAgentProcess } from '@washdesk/site-agent/testing/agent';
import { temporaryFolder, writeConfig } from '@washdesk/site-agent/testing/support';
import { startMosquittoForSites, type SiteBroker } from './site-brokers.ts';

const mosquitto = await provideMosquitto();
const missing = 'missing' in mosquitto ? mosquitto.missing : null;
if (missing !== null) console.log(`Skipped: ${missing}`);

const clients: MqttClient[] = [];
const folder = temporaryFolder();
let broker: SiteBroker;

async function connect(url: string, options: IClientOptions): Promise<MqttClient> {
  const common = { reconnectPeriod: 0, protocolVersion: 4, connectTimeout: 5_000, ca: readFileSync(broker.ca.caFile) } as const;
  const client = await connectAsync(url, { ...common, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const cloud = (): Promise<MqttClient> => connect(broker.cloudUrl, { username: 'cloud', password: 'secret' });
function site(number: number, options: IClientOptions = {}): Promise<MqttClient> {
  const { certificateFile, keyFile } = broker.ca.issue(String(number));
  return connect(broker.sitesUrl, { cert: readFileSync(certificateFile), key: readFileSync(keyFile), ...options });
}

/** Returns topics and texts of all messages that a client receives. */
function heardBy(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (topic, payload, { retain }) => heard.push(`${retain ? 'retained ' : ''}${topic} ${payload.toString()}`));
  return heard;
}

const when = (holds: () => boolean): Promise<unknown> => until(() => holds() || null, { what: 'the messages arrive' });

describe.skipIf(missing !== null)('Mosquitto as the broker', () => {
  beforeAll(async () => {
    broker = (await startMosquittoForSites())!;
  });

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  });

  afterAll(async () => {
    await broker.stop();
    folder.remove();
  });

  it('refuses cloud processes without the password', async () => {
    await expect(connect(broker.cloudUrl, { username: 'cloud', password: 'wrong' })).rejects.toThrow(/Not authorized/u);
    await expect(connect(broker.cloudUrl, {})).rejects.toThrow(/Not authorized/u);
  });

  it('is the broker of an agent with the certificate of its site, whose password it ignores', async () => {
    const api = await cloud();
    const heard = heardBy(api);
    await api.subscribeAsync('wash/v1/+/state/agent', { qos: 1 });
    const key = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const config = writeConfig(folder.path, {
      site: 12,
      name: 'Joliet',
      cloud: { url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' },
      broker: { url: broker.sitesUrl, username: 'any', password: 'any', tls: { caFile: broker.ca.caFile, ...broker.ca.issue('12') } },
      commandKeys: { k1: key },
      journal: `${folder.path}/journal`,
    });
    const agent = startAgentProcess(config);
    try {
      await when(() => heard.some((text) => text.includes('"online":true')));
      // the test's certificates are valid for two days
      await when(() => heard.some((text) => /"site-certificate".*"broker-certificate"/u.test(text)));
    } finally {
      await agent.stop();
    }
    expect(heard.at(-1)).toContain('"online":false');
    await api.publishAsync('wash/v1/12/state/agent', '', { qos: 1, retain: true });
  });

  it('delivers the presence of every site and device to a cloud that connects', async () => {
    const topics = Array.from({ length: 1_000 }, (_, index) => `wash/v1/12/state/dev/device${index}`);
    const agent = await site(12);
    const sendAll = (text: string) => Promise.all(topics.map((topic) => agent.publishAsync(topic, text, { qos: 1, retain: true })));
    await sendAll('online');
    const api = await cloud();
    const heard = heardBy(api);
    await api.subscribeAsync('wash/v1/+/state/dev/#', { qos: 1 });
    await when(() => heard.length === topics.length);
    expect(new Set(heard)).toEqual(new Set(topics.map((topic) => `retained ${topic} online`)));
    await sendAll('');
  });

  it('keeps presence, and speaks the last will of an agent that vanishes', async () => {
    const will = { topic: 'wash/v1/12/state/agent', payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const agent = await site(12, { will });
    await agent.publishAsync('wash/v1/12/state/agent', 'online', { qos: 1, retain: true });
    const api = await cloud();
    const heard = heardBy(api);
    await api.subscribeAsync('wash/v1/+/state/#', { qos: 1 });
    await when(() => heard.length === 1);
    agent.stream.destroy();
    await when(() => heard.length === 2);
    expect(heard).toEqual(['retained wash/v1/12/state/agent online', 'wash/v1/12/state/agent offline']);
  });
});
