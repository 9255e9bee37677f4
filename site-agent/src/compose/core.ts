import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';
import { CloudTime } from '../actions/cloud-time.ts';
import { SiteProblems } from '../actions/site-problems.ts';
import { companyClock } from '../clock.ts';
import type { AgentConfig } from '../config.ts';
import { Backups } from '../journal/backups.ts';
import { Journal } from '../journal/journal.ts';
import type { Clock } from '../ports/clock.ts';
import { SiteEventBus } from '../site-event-bus.ts';

export interface Time {
  cloudTime: CloudTime;
  clock: Clock;
}

export function composeTime({ clockFile }: Pick<AgentConfig, 'clockFile'>): Time {
  const cloudTime = new CloudTime();
  return { cloudTime, clock: companyClock(clockFile, { now: () => cloudTime.reckoned() }) };
}

export type Core = ReturnType<typeof composeCore>;

const bytesPerMegabyte = 1_048_576;

/** What all parts use, with or without a broker: time, journal, problems and events. */
export function composeCore(config: AgentConfig, { cloudTime, clock }: Time, version: string, log: Logger) {
  const { folder, maxMegabytes, backupFolder } = config.journal;
  const maxBytes = maxMegabytes * bytesPerMegabyte;
  const journal = new Journal({ folder, maxBytes, site: config.site, clock, cloudTime: () => cloudTime.now(), log });
  const problems = new SiteProblems();
  const onProblem = (cause: string | null) => problems.set('backup', cause && 'The journal’s daily copy can’t be written', { cause });
  problems.set('journal-damage', journal.damage);
  problems.set('journal', journal.lost && `Executed commands and unsent events may be lost: ${journal.lost}`);
  return {
    config,
    version,
    /** This run of the agent. */
    boot: uuidv4(),
    cloudTime,
    clock,
    journal,
    backups: backupFolder === undefined ? null : new Backups({ journal, folder: backupFolder, log, onProblem }),
    problems,
    events: new SiteEventBus(log),
    log,
  };
}
