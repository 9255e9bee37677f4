import { stringify } from 'yaml';
import { freePort } from '@washdesk/local-servers/ports';
import { startRosterServer, startTestBroker, type MoreRoutes } from '@washdesk/site-agent/testing/agent';
import { TestCloud } from '@washdesk/site-agent/testing/cloud';
import { agentDevice } from '@washdesk/site-protocol/commands';
import { agentState, durableEvent } from '@washdesk/site-protocol/envelope';
import { durableEvents, type ReceivedPayload } from '@washdesk/site-protocol/events';
import { agentStateTopic, eventTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

const site = 12;
const updateTopic = eventTopic(site, 'update', agentDevice);
const member = {
  code: 'ABC1234-IL',
  customer: 'cus_1',
  planName: 'Basic',
  productClass: 'unlimited',
  status: 'active',
  goodUntil: null,
  priceIncrease: false,
  groups: [],
  removed: false,
};

/** The cloud's side of a site whose agent is installed from a package. */
/** @param otherRoutes the cloud's calls besides sign-in and roster */
export async function startPackageSite(otherRoutes?: MoreRoutes) {
  const [broker, roster, pagePort] = await Promise.all([startTestBroker(site), startRosterServer(2, otherRoutes), freePort()]);
  roster.put(member);
  const cloud = new TestCloud(site);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  const lastState = (since = 0) =>
    agentState.safeParse(cloud.heard.findLast(({ topic }, index) => index >= since && topic === agentStateTopic(site))?.message).data;
  /** The agent sends no more than some events ahead of the cloud's acknowledgement. */
  let acknowledged = '';
  return {
    pageUrl: `http://127.0.0.1:${pagePort}`,

    /** Returns the agent's configuration with a local page and a gate at a serial port that does not exist. */
    config: ({ folder, pinFile, serialPort }: { folder: string; pinFile: string; serialPort: string }): string =>
      stringify({
        site,
        name: 'Joliet',
        timeZone: 'America/Chicago',
        cloud: { url: roster.url, clientId: 'agent-12', clientSecret: 'secret' },
        broker: { url: broker.url, username: 'agent', password: 'agent' },
        commandKeys: { [cloud.kid]: cloud.publicKey },
        journal: `${folder}/journal`,
        localPage: { port: pagePort, itPinFile: pinFile },
        devices: [{ id: 'south', name: 'South', driver: 'serial-relay-gate', lane: 2, dialect: 'lcus', serial: { path: serialPort } }],
      }),

    /** Waits for an agent of this version to be online after `start`, with the site's roster in its journal. */
    async online(version: string, start: () => unknown): Promise<void> {
      const since = cloud.heard.length;
      await start();
      await until(`agent ${version} is online with its roster`, () => {
        const state = lastState(since);
        return state?.online && state.version === version && state.roster === 1 ? true : null;
      });
    },

    /** Sends the command without waiting for its reply, for an agent that may be killed meanwhile. */
    hintUpdate: (version: string) => cloud.send(agentDevice, 'update', { version }, { lease: null }),

    askForUpdate: (version: string) => cloud.command(agentDevice, 'update', { version }, { lease: null }),

    /** Returns what the agent reported of updates, each report once. */
    updates(): ReceivedPayload<'update'>[] {
      const sent = cloud.heard.flatMap(({ topic, message }) => (topic === updateTopic ? [durableEvent.parse(message)] : []));
      const last = sent.at(-1);
      if (last && acknowledged !== `${last.journal} ${last.seq}`) {
        acknowledged = `${last.journal} ${last.seq}`;
        void cloud.acknowledge(last);
      }
      return [...new Map(sent.map(({ at, payload }) => [`${at} ${JSON.stringify(payload)}`, payload])).values()].map((payload) =>
        durableEvents.update.parse(payload),
      );
    },

    /** From now on the agent has no roster but that of its journal. */
    refuseRoster: (): void => roster.refuse(true),

    acceptAgent: (): void => roster.refuse(false),

    /** Waits for the agent to sign off, as it does when it is stopped. */
    async offline(): Promise<void> {
      await until('the agent signs off', () => {
        return lastState()?.online === false ? true : null;
      });
    },

    async stop(): Promise<void> {
      await Promise.all([cloud.close(), roster.stop(), broker.stop()]);
    },
  };
}
