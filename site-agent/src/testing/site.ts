import { startGateSimulator, wiring } from '@washdesk/simulators/gate/gate-simulator';
import { agentState, deviceState, durableEvent, type DurableEvent } from '@washdesk/site-protocol/envelope';
import { agentStateTopic, deviceStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import type { AgentConfigInput } from '../config.ts';
import { startTestSitewatch } from '../drivers/sitewatch/firebird.fixture.ts';
import { startAgentProcess, startRosterServer, startTestBroker, type AgentProcess } from './agent.ts';
import { TestCloud } from './cloud.ts';
import { temporaryFolder, writeConfig } from './support.ts';

export const site = 12;
/** A cashier's request to open the gate. */
export const open = { employee: 3242, reason: null };

interface GateSettings {
  opensWithoutJournal?: boolean;
  pulseMs?: number;
  maxPerHour?: number;
  mode?: 'hold';
  maxHoldMs?: number;
}

export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>;
export type TestSite = Awaited<ReturnType<typeof createTestSite>>;

/** What successive agents of one site share: its broker, its Sitewatch, and the cloud's list of members. */
export async function startTestEnvironment() {
  const folder = temporaryFolder();
  const [broker, sitewatch, members] = await Promise.all([startTestBroker(site), startTestSitewatch(folder.path), startRosterServer()]);
  return {
    broker,
    sitewatch,
    members,
    async stop(): Promise<void> {
      await Promise.all([broker.stop(), sitewatch.stop(), members.stop()]);
      folder.remove();
    },
  };
}

/**
 * A site with one gate besides the devices of `settings`, and a cloud that communicates with its agent, which is its own process. The agent
 * runs after `startAgent`.
 */
export async function createTestSite({ broker, sitewatch, members }: TestEnvironment, settings: Partial<AgentConfigInput> = {}) {
  const folder = temporaryFolder();
  const gate = await startGateSimulator();
  const cloud = new TestCloud(site);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  const configOf = (more: GateSettings): string =>
    writeConfig(folder.path, {
      site,
      name: 'Joliet',
      timeZone: 'America/Chicago',
      cloud: { url: members.url, clientId: 'agent-12', clientSecret: 'secret' },
      broker: { url: broker.url, username: 'agent', password: 'agent' },
      commandKeys: { [cloud.kid]: cloud.publicKey },
      journal: `${folder.path}/journal`,
      sitewatch: { ...sitewatch.config, salesEverySeconds: 0.1 },
      ...settings,
      devices: [
        {
          id: 'north',
          name: 'North',
          driver: 'modbus-gate',
          host: '127.0.0.1',
          port: gate.port,
          lane: 1,
          timedPulse: true,
          cooldownMs: 0,
          ...wiring(0),
          ...more,
        },
        ...(settings.devices ?? []),
      ],
    });
  let agent: AgentProcess;

  function agentIs(online: boolean, from: number): Promise<unknown> {
    return cloud.until((seen, index) => {
      return index >= from && !seen.retain && seen.topic === agentStateTopic(site) && agentState.parse(seen.message).online === online;
    });
  }

  function deviceIs(device: string, health: string, from: number): Promise<unknown> {
    const topic = deviceStateTopic(site, device);
    return cloud.until((seen, index) => {
      return index >= from && !seen.retain && seen.topic === topic && deviceState.parse(seen.message).health === health;
    });
  }

  /** Resolves when the agent is running and its devices are shown online; retained messages of an earlier agent do not count. */
  async function startAgent(more: GateSettings = {}): Promise<void> {
    const from = cloud.heard.length;
    cloud.expectNewAgent();
    agent = startAgentProcess(configOf(more));
    await agent.ready();
    await agentIs(true, from);
    for (const device of ['north', 'sitewatch']) await deviceIs(device, 'online', from);
  }

  return {
    cloud,
    gate,
    journal: `${folder.path}/journal`,
    /** The running agent, or the last one. */
    get agent() {
      return agent;
    },
    startAgent,
    agentIs,
    deviceIs,
    pulses: (): number => gate.state().gates[0]?.pulses ?? 0,

    /** Returns the event with the outcome of an opening. */
    async gateEvent(command: string): Promise<DurableEvent> {
      const { message } = await cloud.until(
        ({ topic, message: event }) =>
          topic === eventTopic(site, 'gate-result', 'north') && (event as { payload: { command: string } }).payload.command === command,
      );
      return durableEvent.parse(message);
    },

    async stop(): Promise<void> {
      await agent.stop('SIGKILL');
      await cloud.close();
      await gate.stop();
      folder.remove();
    },
  };
}
