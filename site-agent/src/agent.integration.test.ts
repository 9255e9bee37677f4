import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentState, deviceState, durableEvent, type DurableEvent } from '@washdesk/site-protocol/envelope';
import { leaseGoodMs } from '@washdesk/site-protocol/timing';
import { agentStateTopic, commandTopic, deviceStateTopic, eventTopic, rosterTopic } from '@washdesk/site-protocol/topics';
import { startGateSimulator, wiring, type GateSimulator } from '@washdesk/tests/simulators/gate/gate-simulator';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startAgentProcess,
  startRosterServer,
  startTestBroker,
  type AgentProcess,
  type TestBroker,
  type TestRosterServer,
} from './test-agent.ts';
import { TestCloud } from './test-cloud.ts';
import { eventually, temporaryFolder, writeConfig, type TemporaryFolder } from './test-parts.ts';
import { startTestSitewatch, type TestSitewatch } from './drivers/sitewatch/test-firebird.ts';

const site = 12;
const open = { employee: 3242, reason: null };

let parts: TemporaryFolder;
let broker: TestBroker;
let sitewatch: TestSitewatch;
let members: TestRosterServer;

let folder: TemporaryFolder;
let gate: GateSimulator;
let cloud: TestCloud;
let agent: AgentProcess;
let config: string;

beforeAll(async () => {
  parts = temporaryFolder();
  [broker, sitewatch, members] = await Promise.all([startTestBroker(site), startTestSitewatch(parts.path), startRosterServer()]);
});

beforeEach(async () => {
  folder = temporaryFolder();
  gate = await startGateSimulator();
  cloud = new TestCloud(site);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  config = writeConfig(folder.path, {
    site,
    name: 'Joliet',
    timeZone: 'America/Chicago',
    cloud: { url: members.url, clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: broker.url, username: 'agent', password: 'agent' },
    commandKeys: { [cloud.kid]: cloud.publicKey },
    journal: `${folder.path}/journal`,
    sitewatch: { ...sitewatch.config, salesEverySeconds: 0.1 },
    gates: [
      {
        id: 'north',
        name: 'North',
        driver: 'modbus',
        host: '127.0.0.1',
        port: gate.port,
        lane: 1,
        timedPulse: true,
        cooldownMs: 0,
        ...wiring(0),
      },
    ],
  });
  await startAgent();
});

afterEach(async () => {
  await agent.stop('SIGKILL');
  await cloud.close();
  await gate.stop();
  folder.remove();
});

afterAll(async () => {
  await Promise.all([broker.stop(), sitewatch.stop(), members.stop()]);
  parts.remove();
});

/** Until the agent is there and its devices are shown online; what the broker kept of an earlier one does not count. */
async function startAgent(): Promise<void> {
  const from = cloud.heard.length;
  cloud.expectNewAgent();
  agent = startAgentProcess(config);
  await agent.ready();
  await agentIs(true, from);
  for (const device of ['north', 'sitewatch']) await deviceIs(device, 'online', from);
}

function agentIs(online: boolean, from: number): Promise<unknown> {
  return cloud.until((seen, index) => {
    return index >= from && !seen.retain && seen.topic === agentStateTopic(site) && agentState.parse(seen.message).online === online;
  }, 15_000);
}

function deviceIs(device: string, health: string, from: number): Promise<unknown> {
  const topic = deviceStateTopic(site, device);
  return cloud.until((seen, index) => {
    return index >= from && !seen.retain && seen.topic === topic && deviceState.parse(seen.message).health === health;
  }, 15_000);
}

const pulses = (): number => gate.state().gates[0]?.pulses ?? 0;

async function gateEvent(command: string): Promise<DurableEvent> {
  const { message } = await cloud.until(
    ({ topic, message: event }) =>
      topic === eventTopic(site, 'gate-result', 'north') && (event as { payload: { command: string } }).payload.command === command,
  );
  return durableEvent.parse(message);
}

describe('commands', () => {
  it('answers a ping, and says what it does not know', async () => {
    expect(await cloud.command('agent', 'ping', {})).toMatchObject({ ok: true, result: { boot: expect.any(String) } });
    expect(await cloud.command('south', 'open', open)).toMatchObject({ ok: false, code: 'unknown_device' });
    expect(await cloud.command('north', 'close', open)).toMatchObject({ ok: false, code: 'unknown_verb' });
    expect(await cloud.command('north', 'open', { employee: 'x' })).toMatchObject({ ok: false, code: 'bad_payload', message: /employee/ });
  });

  it('opens a gate once, tells it durably and forgets the event when it is acknowledged', async () => {
    const id = randomUUID();
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ ok: true, result: { result: 'opened', repeated: false } });
    expect(pulses()).toBe(1);
    const event = await gateEvent(id);
    expect(event).toMatchObject({ seq: 1, payload: { result: 'opened', employee: 3242 } });
    await cloud.acknowledge(event);

    const second = randomUUID();
    await cloud.command('north', 'open', open, { id: second });
    expect((await gateEvent(second)).seq).toBe(2);
  });

  it('answers a repeated opening with its stored result, after a kill -9 too', async () => {
    const id = randomUUID();
    await cloud.command('north', 'open', open, { id });
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ ok: true, result: { result: 'opened', repeated: true } });

    await agent.stop('SIGKILL');
    await startAgent();
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ ok: true, result: { result: 'opened', repeated: true } });
    expect(pulses()).toBe(1);
  });

  it('records a usage in Sitewatch once', async () => {
    const usage = {
      usageId: randomUUID(),
      code: 'ABC1234-IL',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      terminal: null,
      employee: 3242,
      at: '2026-11-21T18:30:00Z',
    };
    const first = await cloud.command('sitewatch', 'record-usage', usage, { lease: null });
    expect(first).toMatchObject({ ok: true, result: { repeated: false } });
    expect(await cloud.command('sitewatch', 'record-usage', usage, { lease: null })).toMatchObject({
      ok: true,
      result: { repeated: true },
    });
    expect(await sitewatch.query(`select count(*) as N from TENDER where REFERENCE = '${usage.usageId}'`)).toEqual([{ N: 1 }]);
  });
});

/** A register sells something by itself. */
async function ring(saleId: number): Promise<void> {
  await sitewatch.query(`insert into SALE (OBJID, SITE, SALEID, TOTAL) values (next value for GEN_OBJID, 1, ${saleId}, 19.15)`);
}

async function saleEvent(saleId: number): Promise<DurableEvent> {
  const { message } = await cloud.until(
    ({ topic, message: event }) =>
      topic === eventTopic(site, 'sale', 'sitewatch') && (event as { payload: { saleId: number } }).payload.saleId === saleId,
    20_000,
  );
  return durableEvent.parse(message);
}

describe('lookups', () => {
  it('go through the line to Sitewatch and back', async () => {
    expect(await cloud.command('sitewatch', 'sites', {}, { lease: null })).toMatchObject({
      result: { sites: [{ number: 12, name: 'Joliet' }, { number: 27 }] },
    });
    expect(await cloud.command('sitewatch', 'codes', { objid: null, codes: ['ABC1234-IL'] }, { lease: null })).toMatchObject({
      result: { codes: [{ objid: 60, customer: 50, code: 'ABC1234-IL' }, { objid: 61 }] },
    });
  });
});

describe('sales', () => {
  it('that registers make are told durably, those too that were made while the agent was dead', async () => {
    await ring(7_001);
    expect((await saleEvent(7_001)).payload).toMatchObject({ total: 1915, customer: null });
    await agent.stop('SIGKILL');
    await ring(7_002);
    await startAgent();
    expect((await saleEvent(7_002)).payload).toMatchObject({ total: 1915 });
  });

  it('are told again by themselves when Firebird is back', async () => {
    await sitewatch.restart();
    await ring(7_003);
    expect((await saleEvent(7_003)).payload).toMatchObject({ saleId: 7_003 });
  });
});

describe('the roster', () => {
  it('moves within two seconds of a notice, and its presence says where it stands', async () => {
    members.put({
      code: 'ABC1234-IL',
      customer: 'cus_1',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      status: 'active',
      goodUntil: null,
      priceIncrease: false,
      groups: [],
      removed: false,
    });
    const seq = members.seq();
    await cloud.publish(rosterTopic(site), JSON.stringify({ v: 1, seq }));
    const moved = await cloud.until(
      ({ topic, message }) => topic === agentStateTopic(site) && agentState.parse(message).roster === seq,
      2_000,
    );
    expect(moved.retain).toBe(false);
  });
});

describe('a gate never opens late, twice or for a stranger', () => {
  it('refuses a command without a lease, with an old one, and one past its time', async () => {
    expect(await cloud.command('north', 'open', open, { lease: null })).toMatchObject({ result: { result: 'expired' } });
    expect(await cloud.command('north', 'open', open, { lease: 'x'.repeat(24) })).toMatchObject({ result: { result: 'expired' } });
    expect(await cloud.command('north', 'open', open, { exp: Date.now() - 1 })).toMatchObject({ result: { result: 'expired' } });
    expect(pulses()).toBe(0);
  });

  it('lets an id that expired be used again with a fresh lease', async () => {
    const id = randomUUID();
    await cloud.command('north', 'open', open, { id, lease: null });
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ result: { result: 'opened', repeated: false } });
  });

  it('does nothing on replays, retained messages, foreign signatures and moved topics', async () => {
    const { topic, text } = await cloud.send('north', 'open', open);
    await eventually(() => pulses() === 1);
    await cloud.publish(topic, text);
    const stranger = generateKeyPairSync('ed25519').privateKey;
    await cloud.send('north', 'open', open, { key: stranger });
    await cloud.send('north', 'open', open, { kid: 'unknown' });
    await cloud.publish(commandTopic(site, 'south', 'open'), text);
    await cloud.publish(topic, 'no json');
    // An answered ping behind them proves that all have been handled.
    await cloud.command('agent', 'ping', {});
    expect(pulses()).toBe(1);
    expect(agent.output()).toMatch(/bad-signature/);
  });

  it('does nothing when it was frozen for six seconds', async () => {
    const id = randomUUID();
    const lease = await cloud.freshLease();
    process.kill(agent.pid, 'SIGSTOP');
    await cloud.send('north', 'open', open, { id, lease, exp: Date.now() + 60_000 });
    await sleep(leaseGoodMs + 1_000);
    process.kill(agent.pid, 'SIGCONT');
    const answer = await cloud.until((seen) => (seen.message as { id?: string } | null)?.id === id, 15_000);
    expect(answer.message).toMatchObject({ ok: true, result: { result: 'expired' } });
    expect(pulses()).toBe(0);
  });

  it('says unavailable when the gate is away, and opens by the same id when it is back', async () => {
    let from = cloud.heard.length;
    await gate.behave({ refuse: true });
    await deviceIs('north', 'offline', from);
    const id = randomUUID();
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ ok: false, code: 'unavailable' });
    from = cloud.heard.length;
    await gate.behave({ refuse: false });
    await deviceIs('north', 'online', from);
    expect(await cloud.command('north', 'open', open, { id })).toMatchObject({ ok: true, result: { result: 'opened', repeated: false } });
  });
});

describe('broken parts', () => {
  it('tells the will when it is killed, and its state when it ends in order', async () => {
    let from = cloud.heard.length;
    await agent.stop('SIGKILL');
    await agentIs(false, from);

    await startAgent();
    from = cloud.heard.length;
    expect(await agent.stop()).toBe(0);
    await agentIs(false, from);
  });

  it('comes back when the broker does, with what was not acknowledged', async () => {
    const id = randomUUID();
    await cloud.command('north', 'open', open, { id });
    await gateEvent(id);
    await broker.stop();
    const heard = cloud.heard.length;
    await broker.start();
    const again = await cloud.until((seen, index) => index >= heard && seen.topic === eventTopic(site, 'gate-result', 'north'), 20_000);
    expect(again.message).toMatchObject({ seq: 1, payload: { command: id } });
    expect(await cloud.command('north', 'open', open)).toMatchObject({ result: { result: 'opened' } });
  });

  it('answers unavailable while Firebird is away, and records once when it is back', async () => {
    const usage = {
      usageId: randomUUID(),
      code: 'ABC1234-IL',
      planName: 'Super Kiss',
      productClass: 'Super Kiss',
      terminal: null,
      employee: null,
      at: '2026-11-21T18:30:00Z',
    };
    await sitewatch.server.kill();
    expect(await cloud.command('sitewatch', 'employee', { number: 3242 }, { lease: null })).toMatchObject({
      ok: false,
      code: 'unavailable',
    });
    await sitewatch.restart();
    await eventually(async () => (await cloud.command('sitewatch', 'record-usage', usage, { lease: null })).ok, 20_000);
    expect(await sitewatch.query(`select count(*) as N from TENDER where REFERENCE = '${usage.usageId}'`)).toEqual([{ N: 1 }]);
  });
});
