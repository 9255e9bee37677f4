import { once } from 'node:events';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startCloudApi, type CloudApi } from '@washdesk/cloud-api/compose';
import { readConfig } from '@washdesk/cloud-api/config';
import { openLog } from '@washdesk/cloud-api/http/log';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { publicUrl, startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { devicesTopic } from '@washdesk/contracts/sites/site-device';
import { liveTicket } from '@washdesk/contracts/system/live';
import { Role } from '@washdesk/rules/company/roles';
import type { DeviceState } from '@washdesk/site-protocol/envelope';
import { agentStateTopic, deviceStateTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

type DeviceMessage = LiveMessageOf<typeof devicesTopic>;

/** The process that receives the sites' events, and another one on the same database that receives none. */
let heard: Cloud;
let deaf: CloudApi;
let agents: MqttClient;
let opened: WebSocket[] = [];

beforeAll(async () => {
  heard = await startCloud();
  deaf = await startCloudApi(readConfig({ ...heard.settings, WASHDESK_BROKER_URL: 'mqtt://127.0.0.1:1' }), openLog('silent'));
  const { WASHDESK_BROKER_URL: broker = '' } = heard.settings;
  agents = await connectAsync(broker, { username: 'cloud', password: 'broker-secret' });
  for (const site of [12, 27]) await say(agentStateTopic(site), { ...agent, boot: `019aa000-0000-7000-8000-0000000000${site}` });
});
afterEach(() => {
  for (const socket of opened) socket.terminate();
  opened = [];
});
afterAll(async () => {
  await agents.endAsync();
  await deaf.stop();
  await heard.stop();
});

const agent = {
  v: 1,
  online: true,
  version: '1.0.0',
  devices: [{ id: 'north', kind: 'gate', name: 'North', lane: 1 }],
  roster: 0,
  problems: [],
};

const say = (topic: string, message: object): Promise<unknown> =>
  agents.publishAsync(topic, JSON.stringify(message), { qos: 1, retain: true });

const report = (site: number, reason: string): Promise<unknown> => {
  const state: DeviceState = {
    v: 1,
    id: 'north',
    kind: 'gate',
    name: 'North',
    lane: 1,
    health: 'degraded',
    reason,
    since: '2026-11-21T12:00:00.000Z',
  };
  return say(deviceStateTopic(site, 'north'), state);
};

/** Gets its ticket at one process and opens its socket at the other. */
async function listen(
  headers: Headers,
  body: object,
): Promise<{ socket: WebSocket; messages: DeviceMessage[]; has(text: string): boolean }> {
  const { text } = await send(heard.url, { method: 'POST', path: liveTicket.path, headers, body: JSON.stringify(body) });
  const { ticket } = liveTicket.response.parse(JSON.parse(text));
  const socket = new WebSocket(`ws://127.0.0.1:${deaf.port}/api/live`, { origin: publicUrl });
  opened.push(socket);
  const messages: DeviceMessage[] = [];
  const ready = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const message = devicesTopic.message.safeParse(JSON.parse(data.toString()));
    if (message.success) messages.push(message.data);
    else ready.resolve();
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket }));
  await ready.promise;
  return { socket, messages, has: (reason) => messages.some((message) => message.reason === reason) };
}

/** Waits for a snapshot of all sites after the first `from` messages. A change that is stored while it is read is sent twice, in it and after it. */
async function snapshotOfBoth(messages: readonly DeviceMessage[], from = 0): Promise<void> {
  await until('the snapshot is sent', () => (new Set(messages.slice(from).map(({ site }) => site)).size === 2 ? true : null));
}

const admin = { roles: Role.Admin };
const allSites = { topic: 'devices', audience: 'company' };

describe('two processes of cloud-api', () => {
  it('show the changes of all sites at either, for a ticket of either', async () => {
    const all = await listen(await signedIn(heard, { ...admin, site: null }), allSites);
    const one = await listen(await signedIn(heard, { ...admin, site: 27 }), { topic: 'devices' });
    await report(12, 'The loop of 12 is stuck');
    await report(27, 'The loop of 27 is stuck');
    await until('both sites are heard', () => (all.has('The loop of 12 is stuck') && all.has('The loop of 27 is stuck') ? true : null));
    await until('the own site is heard', () => (one.has('The loop of 27 is stuck') ? true : null));
    expect(new Set(one.messages.map(({ site }) => site))).toEqual(new Set([27]));
  });

  it('send a change once and the last state last, although each process that hears the site stores it', async () => {
    const another = await startCloudApi(readConfig(heard.settings), openLog('silent'));
    try {
      await until('the process hears the sites', async () => {
        const { parts } = (await (await fetch(`http://127.0.0.1:${another.port}/health/ready`)).json()) as { parts: { ok: boolean }[] };
        return parts.every(({ ok }) => ok) ? true : null;
      });
      const all = await listen(await signedIn(heard, { ...admin, site: null }), allSites);
      await snapshotOfBoth(all.messages);
      const reasons = Array.from({ length: 10 }, (_, index) => `Change ${index}`);
      for (const reason of reasons) await report(12, reason);
      await until('both processes have stored the last one', () => (all.messages.at(-1)?.reason === 'Change 9' ? true : null));
      const ofDevice = all.messages.filter(({ site }) => site === 12).map(({ reason }) => reason);
      expect(ofDevice).toEqual(expect.arrayContaining(reasons));
      expect(ofDevice.filter((reason, index) => reason === ofDevice[index - 1])).toEqual([]);
    } finally {
      await another.stop();
    }
  });

  it('show what was missed while the notifications of the database were cut', async () => {
    const all = await listen(await signedIn(heard, { ...admin, site: null }), allSites);
    await snapshotOfBoth(all.messages);
    const before = all.messages.length;
    const { raw } = heard.database;
    await raw.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'washdesk notifications' and datname = current_database()",
    );
    await report(12, 'Said meanwhile');
    await until('the change is sent', () => (all.has('Said meanwhile') ? true : null));
    await snapshotOfBoth(all.messages, before);
    await report(27, 'Said afterwards');
    await until('changes are heard again', () => (all.has('Said afterwards') ? true : null));
    expect(all.messages.filter(({ reason }) => reason === 'Said afterwards')).toHaveLength(1);
  });

  it('close the sockets of a session that ended at the other', async () => {
    const headers = await signedIn(heard, admin);
    const { socket } = await listen(headers, allSites);
    const [, claims = ''] = headers['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const closed = once(socket, 'close');
    const ended = { method: 'DELETE', path: `/auth/refreshtoken/${sid}`, headers: await signedIn(heard, admin) };
    expect(await send(heard.url, ended)).toMatchObject({ status: 200 });
    expect(((await closed) as [number])[0]).toBe(4403);
  });

  it('take a ticket once in all', async () => {
    const headers = await signedIn(heard, { ...admin, site: null });
    const { text } = await send(heard.url, { method: 'POST', path: liveTicket.path, headers, body: JSON.stringify(allSites) });
    const ticket = (JSON.parse(text) as { ticket: string }).ticket;
    const first = async (port: string | number): Promise<string> => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { origin: publicUrl });
      opened.push(socket);
      await once(socket, 'open');
      const heardFirst = Promise.race([once(socket, 'message').then(() => 'ready'), once(socket, 'close').then(() => 'closed')]);
      socket.send(JSON.stringify({ ticket }));
      return heardFirst;
    };
    const outcomes = await Promise.all([first(deaf.port), first(new URL(heard.url).port)]);
    expect(outcomes.toSorted()).toEqual(['closed', 'ready']);
  });
});
