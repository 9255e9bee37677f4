import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBroker, type Broker } from '@washdesk/broker/broker';
import { commands, isCommandName } from '@washdesk/site-protocol/commands';
import {
  agentState,
  commandReply,
  deviceState,
  durableEvent,
  leaseMessage,
  type DurableEvent,
  type ReceivedAgentState,
  type ReceivedDeviceState,
} from '@washdesk/site-protocol/envelope';
import { durableEvents, liveEvents, type DurableEventKind, type LiveEventKind } from '@washdesk/site-protocol/events';
import { alternatives, laterField, laterMember, laterMessage } from '@washdesk/site-protocol/testing/later-message';
import { until } from '@washdesk/test-support/until';
import { openLog } from '../../http/log.ts';
import type { LiveReport, SiteReports } from '../../ports/site-link.ts';
import { TestAgent } from './agent.fixture.ts';
import { MqttSiteConnection } from './site-connection.ts';

const user = (username: string) => ({ username, password: 'secret', publish: ['wash/v1/#'], subscribe: ['wash/v1/#'] });

let broker: Broker;
let line: MqttSiteConnection;
let agent: TestAgent;
const heard: { agents: ReceivedAgentState[]; devices: ReceivedDeviceState[]; events: DurableEvent[]; live: LiveReport[] } = {
  agents: [],
  devices: [],
  events: [],
  live: [],
};

/** The message that a later release sends instead of `known`: its fields plus those the release added. */
const later = (schema: Parameters<typeof laterMessage>[0], known: object): object => ({
  ...(laterMessage(schema).sent as object),
  ...known,
});

/** Returns the command with that id. */
const commandOf = (id: string) =>
  until('the command arrives', () => [...agent.commands, ...agent.times].find(({ body }) => body.id === id));

beforeAll(async () => {
  broker = await startBroker({ host: '127.0.0.1', port: 0, users: [user('cloud'), user('site-12')] }, () => undefined);
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const key = generateKeyPairSync('ed25519').privateKey;
  line = new MqttSiteConnection({ broker: { url, username: 'cloud', password: 'secret' }, key, kid: 'cloud-1', log: openLog('silent') });
  const reports: SiteReports = {
    agent: async (_site, state) => void heard.agents.push(state),
    device: async (_site, state) => void heard.devices.push(state),
    live: (report) => void heard.live.push(report),
    secondAgent: () => undefined,
    durable: async (event) => {
      heard.events.push(event);
      return event.seq;
    },
  };
  await line.start(reports, new Set());
  agent = new TestAgent(12);
  await agent.connect(url, 'site-12', 'secret');
  await agent.raw(
    'wash/v1/12/lease',
    JSON.stringify(later(leaseMessage, { journal: agent.journal, agent: { boot: agent.boot, host: 'lane-pc', ...laterField } })),
  );
  await until('the line is open', () =>
    line.check().then(
      () => true,
      () => null,
    ),
  );
  await until('the agent is seen', async () => {
    await agent.raw('wash/v1/12/state/agent', JSON.stringify(later(agentState, { boot: agent.boot })));
    return heard.agents.at(0);
  });
});
afterAll(async () => {
  await line.stop();
  await agent.close();
  await broker.stop();
});

describe('an agent of a later release', () => {
  it('is online, with the devices that this release knows and those that it does not', () => {
    expect(heard.agents[0]).toMatchObject({ online: true, devices: [{ kind: 'unknown' }] });
  });

  it('shows its devices', async () => {
    await agent.raw('wash/v1/12/state/dev/lamp', JSON.stringify(later(deviceState, { id: 'lamp' })));
    expect(await until('the device is heard', () => heard.devices.at(0))).toMatchObject({ id: 'lamp', kind: 'unknown', health: 'unknown' });
  });

  it.each(Object.keys(commands))('answers %s', async (name) => {
    if (!isCommandName(name)) throw new Error(name);
    const { payload, reply } = commands[name];
    const asked = laterMessage(payload).read as never;
    const [result, refusal] = alternatives(commandReply);
    if (!result || !refusal) throw new Error('A reply is a result or a refusal');
    await agent.lease();
    await until('its lease is heard', () => line.journalOf(12));
    const sending = { id: randomUUID(), sentBefore: false, journal: agent.journal };

    const answered = line.send(12, 'device', name, asked, sending);
    const { body } = await commandOf(sending.id);
    const { sent, read } = laterMessage(reply);
    await agent.reply(body, later(result, { id: body.id, ok: true, result: sent }));
    expect(await answered).toEqual({ kind: 'answered', result: read });

    const second = randomUUID();
    const refused = line.send(12, 'device', name, asked, { ...sending, id: second });
    const { body: again } = await commandOf(second);
    await agent.reply(again, later(refusal, { id: again.id, ok: false, message: 'Not on a Sunday' }));
    expect(await refused).toEqual({ kind: 'unknown', message: 'Not on a Sunday' });
  });

  it.each([...Object.keys(durableEvents), laterMember])('has its event %s acknowledged', async (kind) => {
    const seq = heard.events.length + 1;
    const payload = Object.hasOwn(durableEvents, kind) ? laterMessage(durableEvents[kind as DurableEventKind]).sent : laterField;
    await agent.event(seq, later(durableEvent, { v: 1, site: 12, journal: agent.journal, seq, kind, payload }));
    const event = await until('it arrives', () => heard.events.find((one) => one.seq === seq));
    expect(event).toMatchObject({ kind, payload });
    await until('it is acknowledged', () => agent.acknowledged.find((ack) => (ack as { upTo: number }).upTo === seq));
  });

  it('reports live what this release knows, and stays connected after what it does not', async () => {
    await agent.raw(
      'wash/v1/12/evt/later-member/lamp',
      JSON.stringify({ v: 1, site: 12, kind: laterMember, source: 'lamp', at: '', ...laterField }),
    );
    for (const kind of Object.keys(liveEvents) as LiveEventKind[]) {
      const { sent, read } = laterMessage(liveEvents[kind]);
      await agent.live(kind, sent);
      expect(await until('it is heard', () => heard.live.find((one) => one.kind === kind))).toMatchObject({ site: 12, payload: read });
    }
  });
});
