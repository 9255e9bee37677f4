import { stringify } from 'yaml';
import { freePort } from '@washdesk/local-servers/ports';
import { startRosterServer, startTestBroker } from '@washdesk/site-agent/testing/agent';
import { TestCloud } from '@washdesk/site-agent/testing/cloud';
import { agentState } from '@washdesk/site-protocol/envelope';
import { agentStateTopic } from '@washdesk/site-protocol/topics';
import { until } from '@washdesk/test-support/until';

const site = 12;
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
export async function startPackageSite() {
  const [broker, roster, pagePort] = await Promise.all([startTestBroker(site), startRosterServer(), freePort()]);
  roster.put(member);
  const cloud = new TestCloud(site);
  await cloud.connect(broker.url, 'cloud', 'cloud');
  const lastOf = (topic: string): unknown => cloud.heard.findLast((one) => one.topic === topic)?.message;
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
      cloud.heard.length = 0;
      await start();
      await until(`agent ${version} is online with its roster`, () => {
        const state = agentState.safeParse(lastOf(agentStateTopic(site)));
        return state.success && state.data.online && state.data.version === version && state.data.roster === 1 ? true : null;
      });
    },

    /** From now on the agent has no roster but that of its journal. */
    refuseRoster: (): void => roster.refuse(true),

    /** Waits for the agent to sign off, as it does when it is stopped. */
    async offline(): Promise<void> {
      await until('the agent signs off', () => {
        const state = agentState.safeParse(lastOf(agentStateTopic(site)));
        return state.success && !state.data.online ? true : null;
      });
    },

    async stop(): Promise<void> {
      await Promise.all([cloud.close(), roster.stop(), broker.stop()]);
    },
  };
}
