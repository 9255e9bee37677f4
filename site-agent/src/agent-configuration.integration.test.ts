import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateSimulator, wiring, type GateSimulator } from '@washdesk/simulators/gate/gate-simulator';
import { agentState, durableEvent, type ReceivedAgentState } from '@washdesk/site-protocol/envelope';
import { configurationResult } from '@washdesk/site-protocol/site-configuration/delivery';
import type { SiteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { agentStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import {
  startAgentProcess,
  startRosterServer,
  startTestBroker,
  type AgentProcess,
  type TestBroker,
  type TestRosterServer,
} from './testing/agent.ts';
import { TestCloud } from './testing/cloud.ts';
import { open, site } from './testing/site.ts';
import { eventually, temporaryFolder, writeConfig } from './testing/support.ts';

const folder = temporaryFolder();
const cloud = new TestCloud(site);
let broker: TestBroker;
let server: TestRosterServer;
let gate: GateSimulator;
let agent: AgentProcess;
let file: string;

beforeAll(async () => {
  [broker, server, gate] = await Promise.all([startTestBroker(site), startRosterServer(), startGateSimulator()]);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  file = writeFile({ proveSeconds: 600 });
  await startAgent();
});

afterAll(async () => {
  await agent.stop('SIGKILL');
  await cloud.close();
  await Promise.all([broker.stop(), server.stop(), gate.stop()]);
  folder.remove();
});

/** The agent reads its file again at each trial. */
const writeFile = ({ proveSeconds }: { proveSeconds: number }): string =>
  writeConfig(folder.path, {
    site,
    name: 'Joliet',
    timeZone: 'America/Chicago',
    cloud: { url: server.url, clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: broker.url, username: 'agent', password: 'agent' },
    commandKeys: { [cloud.kid]: cloud.publicKey },
    journal: join(folder.path, 'journal'),
    data: { folder: folder.path, proveSeconds },
  });

async function startAgent(): Promise<void> {
  agent = startAgentProcess(file);
  cloud.expectNewAgent();
  await agent.ready();
}

const gateOf = (id: string, more: object = {}) =>
  ({ id, name: 'Gate', driver: 'modbus-gate', lane: 1, host: '127.0.0.1', port: gate.port, cooldownMs: 0, ...wiring(0), ...more }) as const;

/** Saves a version and tells the agent, as the cloud does. */
async function configure(version: number, content: SiteConfiguration): Promise<void> {
  server.configure(version, content);
  expect(await cloud.command('agent', 'configure', { version })).toMatchObject({ ok: true });
}

/** Returns all results of a version, once there is one. */
async function resultsOf(version: number) {
  const isResult = (message: unknown): boolean => (message as { payload: { version: number } }).payload.version === version;
  const topic = eventTopic(site, 'configuration', 'agent');
  const { message } = await cloud.until((seen) => seen.topic === topic && isResult(seen.message));
  await cloud.acknowledge(durableEvent.parse(message));
  const all = cloud.heard.filter((seen) => seen.topic === topic && isResult(seen.message)).map((seen) => durableEvent.parse(seen.message));
  // an event that isn't acknowledged yet is sent again, with its number
  return [...new Map(all.map(({ seq, payload }) => [seq, configurationResult.parse(payload)])).values()];
}

/** Returns the state of the agent with this version and its devices ready. */
async function stateWith(version: number | null, from = 0): Promise<ReceivedAgentState> {
  const { message } = await cloud.until((seen, index) => {
    if (index < from || seen.topic !== agentStateTopic(site)) return false;
    const { online, configuration } = agentState.parse(seen.message);
    return online && configuration?.state !== 'trial' && configuration?.version === version;
  });
  return agentState.parse(message);
}

/** A computer that stood still for seconds is a problem too. */
const ofConfiguration = ({ problems }: ReceivedAgentState) => problems.filter(({ code }) => code === 'configuration');

const gateIsReady = (id: string, from: number): Promise<unknown> =>
  cloud.until(
    ({ topic, message }, index) => index >= from && topic.endsWith(`/dev/${id}`) && (message as { health: string }).health === 'online',
  );

async function isOnTrial(version: number): Promise<void> {
  await eventually(() => agent.output().includes(`"version":${version},"msg":"Configuration of the cloud on trial"`));
}

describe('a configuration of the cloud', () => {
  it('is applied in the running agent, proven and reported once', async () => {
    expect((await stateWith(null)).devices).toEqual([]);
    cloud.expectNewAgent();
    const from = cloud.heard.length;
    await configure(1, { devices: [gateOf('north', { pulseMs: 1_500 })] });
    expect(await resultsOf(1)).toEqual([{ version: 1, outcome: 'applied', problems: [] }]);
    expect((await stateWith(1)).devices).toMatchObject([{ id: 'north', kind: 'gate', lane: 1 }]);
    await gateIsReady('north', from);
    expect(await cloud.command('north', 'open', open)).toMatchObject({ ok: true, result: { result: 'opened' } });
    expect(await cloud.command('agent', 'status', {})).toMatchObject({ result: { configuration: { version: 1, state: 'applied' } } });
    expect(await cloud.command('agent', 'config', {})).toMatchObject({
      result: { text: expect.stringContaining('configuration 1 of the cloud') },
    });
  });

  it('is refused with its problems, and the agent goes on', async () => {
    const { boot } = await stateWith(1);
    const login = { user: 'none', passwordSecret: 'board' };
    const devices = [
      { ...gateOf('north'), lane: 0 },
      { id: 'south', name: 'South', driver: 'controlbyweb-gate', lane: 2, host: '127.0.0.1', login } as const,
    ];
    await configure(2, { devices });
    const [result] = await resultsOf(2);
    expect(result).toMatchObject({ outcome: 'refused' });
    expect(result?.problems.map(({ path, line }) => [path, line])).toEqual([
      ['devices.0.lane', 5],
      ['devices.1.login.passwordSecret', 21],
    ]);
    expect(result?.problems.map(({ sentence }) => sentence)).toEqual([
      'Device north, Lane: must be at least 1',
      "Device south, Login, Password: the secret 'board' isn’t on this computer; run: site-agent secret board",
    ]);
    expect(await cloud.command('agent', 'ping', {})).toMatchObject({ ok: true, result: { boot } });
  });

  it('waits for an opening in progress, whose relay is off before the next one begins', async () => {
    await eventually(() => !gate.state().gates[0]!.gateOpen);
    const before = gate.state().gates[0]!.pulses;
    const opening = cloud.command('north', 'open', open);
    await eventually(() => gate.state().gates[0]!.pulses > before);
    cloud.expectNewAgent();
    const from = cloud.heard.length;
    await configure(3, { devices: [gateOf('north', { name: 'Renamed', pulseMs: 100 })] });
    expect(await opening).toMatchObject({ ok: true, result: { result: 'opened' } });
    expect(await resultsOf(3)).toEqual([{ version: 3, outcome: 'applied', problems: [] }]);
    expect(gate.state().gates[0]).toMatchObject({ coil: false, pulses: before + 1 });
    await gateIsReady('north', from);
    expect(await cloud.command('north', 'open', open)).toMatchObject({ ok: true, result: { result: 'opened' } });
  });

  it('is rolled back by itself if the cloud cannot be reached with it', async () => {
    writeFile({ proveSeconds: 5 });
    cloud.answersLeases = false;
    server.configure(4, { devices: [gateOf('other')] });
    await cloud.command('agent', 'configure', { version: 4 });
    await isOnTrial(4);
    await broker.stop();
    await eventually(() => agent.output().includes('Configuration of the cloud rolled back'));
    const from = cloud.heard.length;
    cloud.answersLeases = true;
    await broker.start();
    expect((await stateWith(3, from)).devices).toMatchObject([{ id: 'north', name: 'Renamed' }]);
    expect(await resultsOf(4)).toEqual([
      { version: 4, outcome: 'rolled-back', problems: [{ path: '', sentence: 'The cloud didn’t respond within 5 s' }] },
    ]);
  });

  it('is rolled back at the next start if the agent died during the trial, and not tried again', async () => {
    writeFile({ proveSeconds: 600 });
    cloud.answersLeases = false;
    server.configure(5, { devices: [gateOf('other')] });
    await cloud.command('agent', 'configure', { version: 5 });
    await isOnTrial(5);
    await agent.stop('SIGKILL');
    cloud.answersLeases = true;
    const from = cloud.heard.length;
    await startAgent();
    expect((await stateWith(3, from)).devices).toMatchObject([{ id: 'north', name: 'Renamed' }]);
    expect(await resultsOf(5)).toEqual([
      { version: 5, outcome: 'rolled-back', problems: [{ path: '', sentence: 'The agent ended during the trial' }] },
    ]);
    await configure(5, { devices: [gateOf('other')] });
    expect(await cloud.command('agent', 'status', {})).toMatchObject({ result: { configuration: { version: 3, state: 'applied' } } });
    expect(agent.output()).not.toContain('on trial');
  });

  it('is left out where the agent can no longer use it, and the cloud learns why', async () => {
    await agent.stop();
    // as a later release would refuse it
    const stored = join(folder.path, 'configuration', '3.yaml');
    writeFileSync(stored, readFileSync(stored, 'utf8').replace('pulseMs: 100', 'pulseMs: 0'));
    const from = cloud.heard.length;
    await startAgent();
    const state = await stateWith(3, from);
    expect(state.devices).toEqual([]);
    expect(ofConfiguration(state)).toEqual([
      { code: 'configuration', sentence: expect.stringMatching(/^A part of the site’s configuration is left out: Device north, Pulse/) },
    ]);
    cloud.expectNewAgent();
    await configure(6, { devices: [gateOf('north')] });
    expect(await resultsOf(6)).toEqual([{ version: 6, outcome: 'applied', problems: [] }]);
    const repaired = await stateWith(6);
    expect(repaired.devices).toMatchObject([{ id: 'north' }]);
    expect(ofConfiguration(repaired)).toEqual([]);
  });

  it('is fetched again after its files were damaged', async () => {
    await agent.stop();
    writeFileSync(join(folder.path, 'configuration', 'state.json'), '{');
    const from = cloud.heard.length;
    await startAgent();
    expect(ofConfiguration(await stateWith(null, from))).toHaveLength(1);
    const repaired = await stateWith(6, from);
    expect(repaired.devices).toMatchObject([{ id: 'north' }]);
    expect(ofConfiguration(repaired)).toEqual([]);
  });
});
