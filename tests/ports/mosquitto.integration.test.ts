import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestAuthority, type Certificate } from '@washdesk/broker/certificates.fixture';
import { provideMosquitto } from '@washdesk/local-servers/mosquitto-distribution';
import { accepts, freePort } from '@washdesk/local-servers/ports';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { startAgentProcess } from '@washdesk/site-agent/testing/agent';
import { writeConfig } from '@washdesk/site-agent/testing/support';

const mosquitto = await provideMosquitto();
const missing = 'missing' in mosquitto ? mosquitto.missing : null;
if (missing !== null) console.log(`Skipped: ${missing}`);

const CONFIGURATION = path.join(ROOT, 'deploy/mosquitto');
const folder = mkdtempSync(path.join(os.tmpdir(), 'washdesk-mosquitto-'));
const clients: MqttClient[] = [];
let ca: TestAuthority;
let server: ChildProcess;
let sitePort: number;
let cloudPort: number;

/** The files of deploy/mosquitto, with another folder and other ports. */
function configuration(): string {
  const text = readFileSync(path.join(CONFIGURATION, 'mosquitto.conf'), 'utf8')
    .replaceAll('/etc/mosquitto/washdesk', folder)
    .replace('listener 8883', `listener ${sitePort} 127.0.0.1`)
    .replace('listener 8884', `listener ${cloudPort} 127.0.0.1`);
  return `${text}\nuser ${os.userInfo().username}\n`;
}

async function startMosquitto(): Promise<void> {
  if ('missing' in mosquitto) throw new Error(mosquitto.missing);
  ca = new TestAuthority(folder);
  ca.issue('broker');
  [sitePort, cloudPort] = [await freePort(), await freePort()];
  for (const list of ['sites.acl', 'cloud.acl']) copyFileSync(path.join(CONFIGURATION, list), path.join(folder, list));
  const env = { ...process.env, LD_LIBRARY_PATH: mosquitto.libraries };
  execFileSync(mosquitto.passwords, ['-b', '-c', path.join(folder, 'passwords'), 'cloud', 'secret'], { env, stdio: 'pipe' });
  const file = path.join(folder, 'mosquitto.conf');
  writeFileSync(file, configuration());
  chmodSync(folder, 0o755);
  server = spawn(mosquitto.server, ['-c', file], { env, stdio: 'ignore' });
  for (let tries = 0; !((await accepts(sitePort)) && (await accepts(cloudPort))); tries += 1) {
    if (tries > 200 || server.exitCode !== null) throw new Error('Mosquitto did not start');
    await sleep(50);
  }
}

async function connect(port: number, options: IClientOptions): Promise<MqttClient> {
  const common = { reconnectPeriod: 0, protocolVersion: 4, connectTimeout: 5_000, ca: readFileSync(ca.caFile) } as const;
  const client = await connectAsync(`mqtts://127.0.0.1:${port}`, { ...common, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const bearing = ({ certificateFile, keyFile }: Certificate) => ({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) });
const cloud = (): Promise<MqttClient> => connect(cloudPort, { username: 'cloud', password: 'secret' });
/** Connects like the agent: with a name and a password that this broker ignores. */
const site = (number: number, options: IClientOptions = {}): Promise<MqttClient> =>
  connect(sitePort, { username: `site-${number}`, password: 'unused', ...bearing(ca.issue(String(number))), ...options });

/** Returns topics and texts of all messages that a client receives. */
function heardBy(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (topic, payload, { retain }) => heard.push(`${retain ? 'retained ' : ''}${topic} ${payload.toString()}`));
  return heard;
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 200) throw new Error('Condition not met within 10 s');
    await sleep(50);
  }
}

describe.skipIf(missing !== null)('Mosquitto as the broker', () => {
  beforeAll(startMosquitto);

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  });

  afterAll(async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('carries commands, acknowledgements and the roster to a site, and its events, replies and leases to the cloud', async () => {
    const [agent, api] = [await site(12), await cloud()];
    const [atSite, atCloud] = [heardBy(agent), heardBy(api)];
    await agent.subscribeAsync(['wash/v1/12/cmd/#', 'wash/v1/12/ack', 'wash/v1/12/roster'], { qos: 1 });
    await api.subscribeAsync(['wash/v1/+/state/#', 'wash/v1/+/evt/#', 'wash/v1/+/lease', 'wash/v1/+/rsp/cloud-1'], { qos: 1 });
    for (const topic of ['cmd/north/open', 'ack', 'roster']) await api.publishAsync(`wash/v1/12/${topic}`, 'x', { qos: 1 });
    for (const topic of ['evt/sale/sitewatch', 'rsp/cloud-1', 'lease']) await agent.publishAsync(`wash/v1/12/${topic}`, 'x', { qos: 1 });
    await until(() => atSite.length === 3 && atCloud.length === 3);
    expect(atSite).toEqual(['wash/v1/12/cmd/north/open x', 'wash/v1/12/ack x', 'wash/v1/12/roster x']);
    expect(atCloud).toEqual(['wash/v1/12/evt/sale/sitewatch x', 'wash/v1/12/rsp/cloud-1 x', 'wash/v1/12/lease x']);
  });

  it('refuses sites without a certificate of the CA, and cloud processes without the password', async () => {
    await expect(connect(sitePort, { username: 'cloud', password: 'secret' })).rejects.toThrow();
    const stranger = new TestAuthority(folder, 'stranger');
    const foreign = bearing(stranger.issue('27'));
    await expect(connect(sitePort, { username: 'site-27', ...foreign })).rejects.toThrow();
    await expect(connect(cloudPort, { username: 'cloud', password: 'wrong' })).rejects.toThrow(/Not authorized/u);
    await expect(connect(cloudPort, {})).rejects.toThrow(/Not authorized/u);
  });

  it('is the broker of an agent with the certificate of its site, whose password it ignores', async () => {
    const api = await cloud();
    const heard = heardBy(api);
    await api.subscribeAsync('wash/v1/+/state/agent', { qos: 1 });
    const key = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const config = writeConfig(folder, {
      site: 12,
      name: 'Joliet',
      cloud: { url: 'http://127.0.0.1:1', clientId: 'agent-12', clientSecret: 'secret' },
      broker: { url: `mqtts://127.0.0.1:${sitePort}`, username: 'any', password: 'any', tls: { caFile: ca.caFile, ...ca.issue('12') } },
      commandKeys: { k1: key },
      journal: `${folder}/journal`,
    });
    const agent = startAgentProcess(config);
    try {
      await until(() => heard.some((text) => text.includes('"online":true')));
      // the test's certificates are valid for two days
      await until(() => heard.some((text) => /"site-certificate".*"broker-certificate"/u.test(text)));
    } finally {
      await agent.stop();
    }
    expect(heard.at(-1)).toContain('"online":false');
    await api.publishAsync('wash/v1/12/state/agent', '', { qos: 1, retain: true });
  });

  it('keeps presence, and speaks the last will of an agent that vanishes', async () => {
    const will = { topic: 'wash/v1/12/state/agent', payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const agent = await site(12, { will });
    await agent.publishAsync('wash/v1/12/state/agent', 'online', { qos: 1, retain: true });
    const api = await cloud();
    const heard = heardBy(api);
    await api.subscribeAsync('wash/v1/+/state/#', { qos: 1 });
    await until(() => heard.length === 1);
    agent.stream.destroy();
    await until(() => heard.length === 2);
    expect(heard).toEqual(['retained wash/v1/12/state/agent online', 'wash/v1/12/state/agent offline']);
  });

  it('lets no site hear another or speak for it, whatever username it gives', async () => {
    const [agent, other, api] = [await site(12), await site(27, { username: '12' }), await cloud()];
    const [atOther, atCloud] = [heardBy(other), heardBy(api)];
    await other.subscribeAsync(['wash/v1/12/#', 'wash/v1/#', '#', 'wash/v1/+/cmd/#'], { qos: 1 });
    await api.subscribeAsync(['wash/v1/+/state/#', 'wash/v1/+/evt/#'], { qos: 1 });
    await api.publishAsync('wash/v1/12/cmd/north/open', 'for 12', { qos: 1 });
    await agent.publishAsync('wash/v1/12/evt/sale/sitewatch', 'of 12', { qos: 1 });
    for (const topic of ['wash/v1/12/evt/sale/sitewatch', 'wash/v1/12/state/agent', 'wash/v1/27/cmd/north/open'])
      await other.publishAsync(topic, 'forged', { qos: 1 });
    // A last message shows that nothing is still in transit.
    await api.publishAsync('wash/v1/27/cmd/north/open', 'for 27', { qos: 1 });
    await other.publishAsync('wash/v1/27/evt/sale/sitewatch', 'of 27', { qos: 1 });
    await until(() => atOther.some((text) => text.endsWith('for 27')) && atCloud.some((text) => text.endsWith('of 27')));
    expect([...new Set(atOther)]).toEqual(['wash/v1/27/cmd/north/open for 27']);
    expect(atCloud.filter((text) => !text.startsWith('retained'))).toEqual([
      'wash/v1/12/evt/sale/sitewatch of 12',
      'wash/v1/27/evt/sale/sitewatch of 27',
    ]);
  });
});
