import { hostname } from 'node:os';
import type { RunningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import type { CloudTime } from '../../../actions/cloud-time.ts';
import type { SiteProblems } from '../../../actions/site-problems.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Clock } from '../../../ports/clock.ts';
import { CommandRefused, type CommandTable } from '../../../ports/commands.ts';
import type { TrialLock } from '../../../trial-lock.ts';

export interface SupportCommandsOptions {
  version: string;
  boot: string;
  journal: Pick<Journal, 'outbox' | 'roster'>;
  problems: Pick<SiteProblems, 'all'>;
  cloudTime: Pick<CloudTime, 'skewMs'>;
  clock: Clock;
  /** Knows the connection to the cloud’s broker. */
  outage: { readonly connection: { connected: boolean; since: string } };
  /** Returns the newest lines of the log, oldest first. */
  lastLines: (count: number) => string[];
  redactedConfig: () => string;
  /** Ends the process, for the service host to start it again; null if no host does. */
  restart: (() => void) | null;
  /** A restart would fail the trial of an update or a configuration. */
  trials: Pick<TrialLock, 'tryTake'>;
  /** Undefined for an agent that the cloud does not configure. */
  configuration: () => RunningConfiguration | undefined;
  /** Fetches the newest configuration from the cloud; null for an agent that has its own alone. */
  configure: (() => void) | null;
  /** @returns false for an unknown device */
  restartDriver: (device: string) => Promise<boolean>;
}

type SupportCommand = 'agent.status' | 'agent.logs' | 'agent.config' | 'agent.configure' | 'agent.restart' | 'agent.restart-driver';

/** Of one reply: a message at the broker has at most 128 KiB, and JSON in JSON grows. */
const mostLogCharacters = 48_000;
/** The reply must leave before the process ends. */
const restartAfterMs = 500;

/** What IT asks an agent from the cloud (docs/rules/sites.md#console). */
export function supportCommands(options: SupportCommandsOptions): Pick<CommandTable, SupportCommand> {
  const {
    version,
    boot,
    journal,
    problems,
    cloudTime,
    clock,
    outage,
    lastLines,
    redactedConfig,
    restart,
    trials,
    configuration,
    configure,
    restartDriver,
  } = options;
  const startedAt = clock.now().toISOString();
  return {
    'agent.status': async () => ({
      version,
      boot,
      host: hostname().slice(0, 80),
      startedAt,
      clockAheadMs: cloudTime.skewMs(),
      memoryMegabytes: Math.round(process.memoryUsage.rss() / 1_048_576),
      connectedSince: outage.connection.connected ? outage.connection.since : null,
      roster: { seq: journal.roster.seq, confirmed: journal.roster.confirmed?.toISOString() ?? null },
      waiting: { ...journal.outbox.waiting(), ...journal.outbox.space() },
      problems: problems
        .all()
        .map(({ code, sentence, cause }) => ({ code, sentence: cause === null ? sentence : `${sentence}: ${cause}` })),
      configuration: configuration(),
    }),
    'agent.logs': async ({ lines }) => ({ lines: newest(lastLines(lines), mostLogCharacters) }),
    'agent.config': async () => ({ text: redactedConfig() }),
    'agent.configure': async () => {
      if (!configure) throw new CommandRefused('rejected', 'This agent has no data folder, so the cloud can’t configure it');
      configure();
      return {};
    },
    'agent.restart': async () => {
      if (!restart) throw new CommandRefused('rejected', 'No service host would start this agent again');
      if (problems.all().some(({ code }) => code === 'disk'))
        throw new CommandRefused(
          'rejected',
          'The site computer’s disk can’t be written, so the agent wouldn’t start again. Free some space first',
        );
      // kept until the process ends: no trial begins meanwhile
      if (!trials.tryTake())
        throw new CommandRefused('rejected', 'A restart would fail the update or configuration on trial. Try again in a minute');
      setTimeout(restart, restartAfterMs);
      return {};
    },
    'agent.restart-driver': async ({ device }) => {
      if (!(await restartDriver(device)))
        throw new CommandRefused('unknown_device', `This site has no device '${device}' with a driver to restart`);
      return {};
    },
  };
}

/** Returns the last lines that fit. */
function newest(lines: readonly string[], mostCharacters: number): string[] {
  let left = mostCharacters;
  const first = lines.findLastIndex((line) => (left -= line.length) < 0);
  return lines.slice(first + 1);
}
