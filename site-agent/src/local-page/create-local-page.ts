import type { Logger } from 'pino';
import type { ConfigCheck, LocalView } from '@washdesk/site-protocol/local-page';
import type { CommandDispatcher } from '../actions/command-dispatcher.ts';
import type { SiteProblems } from '../actions/site-problems.ts';
import type { Journal } from '../journal/journal.ts';
import type { LaneAdmission } from '../ports/lane-admission.ts';
import type { LocalPageConfig } from './config.ts';
import { Counter } from './counter.ts';
import { LocalActs } from './local-acts.ts';
import { LocalPage } from './local-page.ts';
import type { Probes } from './probes.ts';
import { RecentLog } from './recent-log.ts';
import { SiteView, type SiteViewOptions } from './site-view.ts';

/** What the page shows of the process that runs the agent. */
export interface AgentProcess {
  recentLog: RecentLog;
  checkConfig: () => ConfigCheck;
}

export const noProcess: AgentProcess = { recentLog: new RecentLog(), checkConfig: () => ({ problems: [], changed: false }) };

interface LocalPageParts extends AgentProcess, Omit<SiteViewOptions, 'site' | 'problems' | 'journal' | 'probes' | 'recentLog'> {
  config: LocalPageConfig;
  site: LocalView['site'];
  problems: SiteProblems;
  journal: Journal;
  probes: Probes;
  dispatcher: CommandDispatcher;
  lanes: LaneAdmission;
  metrics: (() => Promise<string>) | null;
  log: Logger;
}

export function createLocalPage({ config, dispatcher, lanes, checkConfig, metrics, log, ...shown }: LocalPageParts): LocalPage {
  const { site, problems, journal, clock } = shown;
  return new LocalPage({
    ...config,
    site: site.number,
    view: new SiteView(shown),
    acts: new LocalActs({ dispatcher, site, clock }),
    counter: new Counter({ lanes, roster: journal.roster }),
    probes: shown.probes,
    checkConfig,
    metrics,
    onProblem: (cause) => problems.set('local-page', cause && 'The local page can’t be opened', { cause }),
    log,
  });
}
