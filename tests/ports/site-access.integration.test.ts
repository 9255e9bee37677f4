import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTls, type ConnectionOptions, type SecureVersion, type TLSSocket } from 'node:tls';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestAuthority, type Certificate } from '@washdesk/broker/certificates.fixture';
import { until } from '@washdesk/local-servers/processes/wait';
import { temporaryFolder } from '@washdesk/site-agent/testing/support';
import { startAedesForSites, startMosquittoForSites, type SiteBroker } from './site-brokers.ts';

const when = (what: string, holds: () => boolean | Promise<boolean>): Promise<unknown> =>
  until(async () => (await holds()) || null, { what });

/** Returns topics and texts of all messages that a client receives. */
function heardBy(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
  return heard;
}

/** CONNECT of MQTT 3.1.1 with the client id `x`, and the response that accepts it. */
const connectPacket = Buffer.from([0x10, 13, 0, 4, ...Buffer.from('MQTT'), 4, 2, 0, 60, 0, 1, ...Buffer.from('x')]);
const accepted = Buffer.from([0x20, 2, 0, 0]);

/** Returns everything that the broker answers to CONNECT, until it ends the connection. */
async function answerUntilClosed(socket: TLSSocket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // a rejected certificate ends a TLS 1.3 connection after the client's handshake
  socket.on('error', () => undefined);
  socket.write(connectPacket);
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
}

describe.each([
  ['our broker', startAedesForSites],
  ['Mosquitto', startMosquittoForSites],
])('%s', (_name, start) => {
  let broker: SiteBroker | null;
  const clients: MqttClient[] = [];

  beforeAll(async () => {
    broker = await start();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  });
  afterAll(() => broker?.stop());

  function connectTo(url: string, options: IClientOptions): Promise<MqttClient> {
    const common = { reconnectPeriod: 0, protocolVersion: 4, connectTimeout: 5_000, ca: readFileSync(broker!.ca.caFile) } as const;
    const client = connect(url, { ...common, ...options });
    clients.push(client);
    return new Promise((resolve, reject) => {
      client.once('connect', () => resolve(client));
      client.on('error', reject);
      client.once('close', () => reject(new Error('closed')));
    });
  }
  const files = ({ certificateFile, keyFile }: Certificate) => ({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) });
  const site = (certificate: Certificate, options: IClientOptions = {}): Promise<MqttClient> =>
    connectTo(broker!.sitesUrl, { ...files(certificate), ...options });
  const cloud = (): Promise<MqttClient> => connectTo(broker!.cloudUrl, { username: 'cloud', password: 'secret' });
  /** The first list of revoked certificates may not be known yet. */
  const isIn = (certificate: Certificate): Promise<boolean> =>
    site(certificate).then(
      () => true,
      () => false,
    );

  /** Opens a TLS connection without CONNECT. */
  function openTls(options: ConnectionOptions): TLSSocket {
    const { hostname, port } = new URL(broker!.sitesUrl);
    return connectTls({ host: hostname, port: Number(port), ca: readFileSync(broker!.ca.caFile), ...options });
  }
  /** Returns what resumes a TLS session without a certificate. */
  async function ticketOf(certificate: ConnectionOptions, maxVersion: SecureVersion): Promise<ConnectionOptions> {
    const socket = openTls({ ...certificate, maxVersion });
    const [session] = (await once(socket, 'session')) as [Buffer];
    socket.destroy();
    return { ...certificate, maxVersion, session };
  }

  it('shows a site its own messages by its certificate alone', async (context) => {
    if (!broker) return context.skip();
    const joliet = broker.ca.issue('12');
    await when('the site is accepted', () => isIn(joliet));
    const [agent, api] = [await site(joliet), await cloud()];
    const [atSite, atCloud] = [heardBy(agent), heardBy(api)];
    await agent.subscribeAsync(['wash/v1/12/cmd/#', 'wash/v1/12/ack', 'wash/v1/12/roster'], { qos: 1 });
    await api.subscribeAsync(['wash/v1/+/evt/#', 'wash/v1/+/lease'], { qos: 1 });
    for (const topic of ['cmd/north/open', 'ack', 'roster']) await api.publishAsync(`wash/v1/12/${topic}`, 'x', { qos: 1 });
    for (const topic of ['evt/sale/sitewatch', 'lease']) await agent.publishAsync(`wash/v1/12/${topic}`, 'x', { qos: 1 });
    await when('all arrive', () => atSite.length === 3 && atCloud.length === 2);
    expect([atSite, atCloud]).toEqual([
      ['wash/v1/12/cmd/north/open x', 'wash/v1/12/ack x', 'wash/v1/12/roster x'],
      ['wash/v1/12/evt/sale/sitewatch x', 'wash/v1/12/lease x'],
    ]);
    return undefined;
  });

  it('shows the holder of a stolen certificate nothing of another site, and lets it do nothing there', async (context) => {
    if (!broker) return context.skip();
    const stolen = broker.ca.issue('27');
    await when('the site is accepted', () => isIn(stolen));
    const api = await cloud();
    const atCloud = heardBy(api);
    await api.subscribeAsync(['wash/v1/+/state/#', 'wash/v1/+/evt/#', 'wash/v1/+/cmd/#', 'wash/v1/+/rsp/#'], { qos: 1 });
    const names = ['12', 'cloud', 'site-12'];
    for (const username of names) {
      const thief = await site(stolen, { username, password: 'secret', clientId: `washdesk-agent-12-${username}` });
      const atThief = heardBy(thief);
      for (const filter of ['wash/v1/12/#', 'wash/v1/#', '#', 'wash/v1/+/cmd/#', '$share/g/wash/v1/12/cmd/#', '$SYS/#'])
        await thief.subscribeAsync(filter).catch(() => undefined);
      await thief.subscribeAsync('wash/v1/27/cmd/#');
      await api.publishAsync('wash/v1/12/cmd/north/open', 'for 12', { qos: 1 });
      await api.publishAsync('wash/v1/27/cmd/north/open', 'for 27', { qos: 1 });
      await when('its own command arrives', () => atThief.some((text) => text.endsWith('for 27')));
      expect(new Set(atThief)).toEqual(new Set(['wash/v1/27/cmd/north/open for 27']));
    }
    // our broker drops a connection that publishes elsewhere, so each try has its own
    for (const topic of [
      'wash/v1/12/evt/sale/sitewatch',
      'wash/v1/12/state/agent',
      'wash/v1/12/rsp/cloud-1',
      'wash/v1/27/cmd/north/open',
    ]) {
      const thief = await site(stolen);
      await thief.publishAsync(topic, 'forged', { qos: 0 });
      await thief.publishAsync('wash/v1/27/evt/sale/sitewatch', 'of 27', { qos: 0 }).catch(() => undefined);
    }
    // the broker publishes the last will of a connection that breaks
    const forged = { topic: 'wash/v1/12/state/agent', payload: Buffer.from('forged'), qos: 1, retain: true } as const;
    const own = { ...forged, topic: 'wash/v1/27/state/agent', payload: Buffer.from('will of 27') };
    for (const will of [forged, own]) (await site(stolen, { will })).stream.destroy();
    await when('its own last will arrives', () => atCloud.some((text) => text.endsWith('will of 27')));
    await (await site(stolen)).publishAsync('wash/v1/27/evt/sale/sitewatch', 'last', { qos: 1 });
    await when('the last message arrives', () => atCloud.some((text) => text.endsWith('last')));
    expect(atCloud.filter((text) => text.endsWith('forged'))).toEqual([]);
    return undefined;
  });

  it('rejects a site without a certificate of the CA, also with the password of the cloud', async (context) => {
    if (!broker) return context.skip();
    await expect(connectTo(broker.sitesUrl, { username: 'cloud', password: 'secret' })).rejects.toThrow();
    const elsewhere = temporaryFolder();
    const foreign = new TestAuthority(elsewhere.path, 'stranger').issue('12');
    await expect(site(foreign)).rejects.toThrow();
    elsewhere.remove();
    return undefined;
  });

  it('ends the connections of a revoked certificate and never accepts it again; the site’s next one and other sites go on', async (context) => {
    if (!broker) return context.skip();
    const [stolen, others] = [files(broker.ca.issue('12')), broker.ca.issue('27')];
    await when('the sites are accepted', () => isIn(others));
    const agents = await Promise.all([1, 2].map(() => connectTo(broker!.sitesUrl, stolen)));
    const ended = Promise.all(agents.map((agent) => new Promise<void>((resolve) => agent.once('close', () => resolve()))));
    const [other, api] = [await site(others), await cloud()];
    const tickets = [await ticketOf(stolen, 'TLSv1.2'), await ticketOf(stolen, 'TLSv1.3')];
    const spare = openTls(stolen);
    await once(spare, 'session');
    broker.revoke(stolen.cert);
    await ended;
    const next = broker.ca.issue('12');
    await when('the next one is accepted', () => isIn(next));
    await expect(connectTo(broker.sitesUrl, stolen)).rejects.toThrow();
    for (const ticket of tickets) expect((await answerUntilClosed(openTls(ticket))).includes(accepted)).toBe(false);
    await answerUntilClosed(spare);
    expect([other.connected, api.connected, broker.restarts()]).toEqual([true, true, 0]);
    return undefined;
  });
});
