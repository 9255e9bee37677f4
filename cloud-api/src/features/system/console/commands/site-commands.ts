import { siteNumber } from '@washdesk/rules/company/sites';
import { counted } from '@washdesk/rules/text/counts';
import { agentDevice } from '@washdesk/site-protocol/commands';
import { ConsoleRefusal } from '../command-line.ts';
import type { ConsoleCall, ConsoleCommand, ConsoleSiteState, SiteDirectory } from '../console-command.ts';
import { facts, table } from '../console-text.ts';
import { megabytes, siteTime } from './times.ts';

/** Lets a site be offered a release again. Provided by the releases feature. */
export interface UpdateOffers {
  /** @returns its version, or why there is no offer as a sentence */
  offerAgain(site: number): Promise<{ version: string } | string>;
}

const stateOf = ({ online, agent }: ConsoleSiteState): string => (online ? 'online' : agent ? 'offline' : 'never connected');

/** Sites and their agents. */
export const siteCommands = (directory: SiteDirectory, now: () => Date, updates: UpdateOffers): readonly ConsoleCommand[] => [
  {
    verb: 'sites',
    summary: 'List all sites with the state of their agents',
    role: 'Admin',
    async run() {
      const sites = await directory.sitesWithAgents();
      if (sites.length === 0) return { text: 'No sites yet' };
      const rows = sites.map((site) => [
        String(site.number),
        site.name,
        stateOf(site),
        site.agent?.version ?? '',
        site.agent ? siteTime(site.agent.changed, site.timeZone) : '',
        String(site.agent?.problems.length ?? ''),
      ]);
      return { text: table(['SITE', 'NAME', 'AGENT', 'VERSION', 'SINCE', 'PROBLEMS'], rows) };
    },
  },
  {
    verb: 'use',
    summary: 'Select the site that the following commands address',
    role: 'Admin',
    values: ['site'],
    async run({ values: [given = ''] }) {
      const number = siteNumber(given);
      const found = (await directory.sitesWithAgents()).find((site) => 'site' in number && site.number === number.site);
      if (!found) throw new ConsoleRefusal(`There is no site ${given}. Type sites for a list`);
      return { text: `Site ${found.number}, ${found.name}: ${stateOf(found)}`, site: { number: found.number, name: found.name } };
    },
  },
  {
    verb: 'status',
    summary: 'Show the agent: version, uptime, connection, problems',
    role: 'Admin',
    async run(call) {
      const site = call.site();
      const status = await call.ask(agentDevice, 'agent.status', {});
      const time = (at: string | null): string => (at === null ? 'never' : siteTime(new Date(at), site.timeZone));
      const shown = facts([
        ['Site', `${site.number}, ${site.name}`],
        ['Agent', `${status.version} on ${status.host}`],
        ['Running since', time(status.startedAt)],
        ['Connected since', time(status.connectedSince)],
        ['Memory', `${status.memoryMegabytes} MB`],
        ['Roster', `number ${status.roster.seq}, confirmed ${time(status.roster.confirmed)}`],
        ['Waiting events', String(status.waiting.events)],
        ['Problems', status.problems.length === 0 ? 'none' : status.problems.map(({ sentence }) => sentence).join('; ')],
      ]);
      return { text: shown };
    },
  },
  {
    verb: 'ping',
    button: 'Ping Agent',
    summary: 'Measure the time to the agent and back',
    role: 'Admin',
    async run(call) {
      const began = performance.now();
      await call.ask(agentDevice, 'agent.ping', {});
      return { text: `The agent of site ${call.site().number} responded in ${Math.round(performance.now() - began)} ms` };
    },
  },
  {
    verb: 'time',
    button: 'Compare Clocks',
    summary: 'Compare the clock of the site’s computer with the cloud’s',
    role: 'Admin',
    async run(call) {
      const { timeZone } = call.site();
      const { clockAheadMs: ahead } = await call.ask(agentDevice, 'agent.status', {});
      const cloud = now();
      return {
        text: facts([
          ['Cloud', siteTime(cloud, timeZone)],
          ['Site’s computer', ahead === null ? 'not known yet' : siteTime(new Date(cloud.getTime() + ahead), timeZone)],
          ['Difference', ahead === null ? 'not known yet' : `${(Math.round(ahead / 100) / 10 + 0).toFixed(1)} s`],
        ]),
      };
    },
  },
  {
    verb: 'queue',
    summary: 'Show the events that the cloud has not received yet',
    role: 'Admin',
    async run(call) {
      const { timeZone } = call.site();
      const { waiting } = await call.ask(agentDevice, 'agent.status', {});
      return {
        text: facts([
          ['Waiting events', String(waiting.events)],
          ['Oldest', waiting.oldest === null ? 'none' : siteTime(new Date(waiting.oldest), timeZone)],
          ['Space', `${megabytes(waiting.usedBytes)} of ${megabytes(waiting.maxBytes)}`],
          ['Full in', waiting.hoursLeft === null ? 'not growing' : counted(Math.floor(waiting.hoursLeft), 'hour')],
        ]),
      };
    },
  },
  {
    verb: 'config show',
    summary: 'Show the agent’s configuration without its secrets',
    role: 'Admin',
    run: async (call) => ({ text: (await call.ask(agentDevice, 'agent.config', {})).text }),
  },
  {
    verb: 'agent restart',
    button: 'Restart Agent',
    summary: 'Stop the agent; its service starts it again',
    role: 'Admin',
    audit: { action: 'agent.restarted', subject: subjectOf },
    async run(call) {
      await call.ask(agentDevice, 'agent.restart', {});
      return { text: `The agent of site ${call.site().number} is restarting` };
    },
  },
  {
    verb: 'agent update',
    button: 'Ask for Update',
    summary: 'Have the agent ask for the release of the running rollout, also after a failure there',
    role: 'Admin',
    audit: { action: 'agent.update-asked', subject: subjectOf },
    async run(call) {
      const { number } = call.site();
      const offered = await updates.offerAgain(number);
      if (typeof offered === 'string') throw new ConsoleRefusal(offered);
      await call.ask(agentDevice, 'agent.update', offered);
      return { text: `The agent of site ${number} asks for ${offered.version}. Follow it at /admin/sites/releases` };
    },
  },
];

function subjectOf(call: ConsoleCall): string {
  return `agent:${call.site().number}`;
}
