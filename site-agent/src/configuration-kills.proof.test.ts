import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { agentState, durableEvent } from '@washdesk/site-protocol/envelope';
import { configurationResult } from '@washdesk/site-protocol/site-configuration/delivery';
import { agentStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import {
  startAgentProcess,
  startRosterServer,
  startTestBroker,
  type AgentProcess,
  type TestBroker,
  type TestRosterServer,
} from './testing/agent.ts';
import { TestCloud } from './testing/cloud.ts';
import { site } from './testing/site.ts';
import { temporaryFolder, writeConfig } from './testing/support.ts';

const { kills } = sizeOf('configurationKills');
/** A version is applied within this time on a quiet machine. */
const applyMs = 1_500;
const random = seededRandom(seed);

const folder = temporaryFolder();
const cloud = new TestCloud(site);
let broker: TestBroker;
let server: TestRosterServer;
let agent: AgentProcess;
let file: string;

beforeAll(async () => {
  [broker, server] = await Promise.all([startTestBroker(site), startRosterServer()]);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  file = writeConfig(folder.path, {
    site,
    name: 'Joliet',
    timeZone: 'America/Chicago',
    cloud: { url: server.url, clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: broker.url, username: 'agent', password: 'agent' },
    commandKeys: { [cloud.kid]: cloud.publicKey },
    journal: join(folder.path, 'journal'),
    data: { folder: folder.path, proveSeconds: 600 },
  });
  await startAgent();
});

afterAll(async () => {
  await agent.stop('SIGKILL');
  await cloud.close();
  await Promise.all([broker.stop(), server.stop()]);
  folder.remove();
});

async function startAgent(): Promise<void> {
  agent = startAgentProcess(file);
  cloud.expectNewAgent();
  await agent.ready();
}

/** A version is recognized by its printer. */
const printerOf = (version: number) => `printer-${version}`;
const contentOf = (version: number, isRight: boolean) => ({
  devices: [
    {
      id: printerOf(version),
      name: 'Printer',
      driver: 'escpos-printer' as const,
      host: '127.0.0.1',
      port: isRight ? 9 : 0,
      terminals: ['Washcashier1'],
    },
  ],
});

/** The results of all versions, each event once: one that isn't acknowledged yet is sent again, with its number. */
function results(): { version: number; outcome: string }[] {
  const events = cloud.heard.filter(({ topic }) => topic === eventTopic(site, 'configuration', 'agent'));
  const bySeq = new Map(events.map(({ message }) => durableEvent.parse(message)).map((event) => [event.seq, event]));
  return [...bySeq.values()].map(({ payload }) => configurationResult.parse(payload));
}

async function resultOf(version: number): Promise<string> {
  const found = await until(`a result of version ${version}`, () => results().find((result) => result.version === version) ?? null);
  const last = cloud.heard.findLast(({ topic }) => topic === eventTopic(site, 'configuration', 'agent'));
  await cloud.acknowledge(durableEvent.parse(last?.message));
  return found.outcome;
}

/** Returns the devices of the running agent; null while it is on trial. */
function devicesSince(from: number): string[] | null {
  const shown = cloud.heard.slice(from).filter(({ topic, retain }) => topic === agentStateTopic(site) && !retain);
  const last = shown.length > 0 ? agentState.parse(shown.at(-1)?.message) : null;
  return last?.online === true && last.configuration?.state !== 'trial' ? last.devices.map(({ id }) => id) : null;
}

it(
  'killed at any moment of a configuration, the agent runs a whole one, and reports each version once',
  { timeout: 120_000 + kills * 20_000 },
  async () => {
    let current: number | null = null;
    const outcomes: string[] = [];
    for (let version = 1; version <= kills; version += 1) {
      const isRight = random() < 0.8;
      server.configure(version, contentOf(version, isRight));
      await cloud.freshLease();
      await cloud.send('agent', 'configure', { version });
      await sleep(random() * applyMs);
      await agent.stop('SIGKILL');
      const from = cloud.heard.length;
      await startAgent();
      const outcome = await resultOf(version);
      if (outcome === 'applied') current = version;
      outcomes.push(outcome);
      expect(isRight ? ['applied', 'rolled-back'] : ['refused']).toContain(outcome);
      const expected = current === null ? [] : [printerOf(current)];
      await until(`version ${current} runs`, () => (devicesSince(from)?.join() === expected.join() ? true : null));
      const state = JSON.parse(readFileSync(join(folder.path, 'configuration', 'state.json'), 'utf8')) as { trial: number | null };
      expect(state.trial).toBeNull();
    }
    expect(
      results()
        .map(({ version }) => version)
        .toSorted((one, other) => one - other),
    ).toEqual(Array.from({ length: kills }, (_, index) => index + 1));
    const counts = Object.groupBy(outcomes, (outcome) => outcome);
    console.log(
      Object.entries(counts)
        .map(([outcome, of]) => `${of?.length} ${outcome}`)
        .join(', '),
    );
  },
);
