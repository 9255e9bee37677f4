import { statfsSync } from 'node:fs';
import type { SiteProblems } from '../../../actions/site-problems.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { Outbox } from '../../../journal/outbox.ts';
import { spaceProblem } from '../../../journal/space-problem.ts';
import type { Clock } from '../../../ports/clock.ts';
import { certificateProblem } from './certificate-problem.ts';
import { diskSpaceProblem } from './disk-space.ts';
import { ProcessWatch } from './process-watch.ts';

export interface AgentHealthOptions {
  problems: SiteProblems;
  journal: Pick<Journal, 'diskProblem'> & { outbox: Pick<Outbox, 'space'> };
  clock: Clock;
  /** Whether the service host ended the last run because it hung. */
  hungBefore: boolean;
  /** A folder on the disk to watch, and how full it may become. */
  disk: { folder: string; warnPercent: number };
  /** When the site's own certificate expires; null without one. */
  siteCertificate: () => Date | null;
  /** When the broker's certificate expires; null if unknown. */
  brokerCertificate: () => Date | null;
}

const checkEveryMs = 1_000;

/** Names what is wrong with the agent's own process and computer, before something stops working. */
export class AgentHealth {
  readonly #options: AgentHealthOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AgentHealthOptions) {
    this.#options = options;
  }

  start(): void {
    const watch = new ProcessWatch(checkEveryMs, performance.now(), this.#options.hungBefore);
    this.#timer = setInterval(() => this.#check(watch), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(watch: ProcessWatch): void {
    const { problems, journal, disk, siteCertificate, brokerCertificate } = this.#options;
    const unwritable = journal.diskProblem();
    problems.set('disk', unwritable && unwritable.sentence, { atGates: true, cause: unwritable && unwritable.cause });
    problems.set('journal-space', spaceProblem(journal.outbox.space()));
    problems.set('agent-process', watch.check(performance.now(), process.memoryUsage.rss()));
    problems.set('disk-space', diskSpaceProblem(statfsSync(disk.folder), disk.warnPercent));
    problems.set('site-certificate', this.#expiry('The certificate of this site', siteCertificate()));
    problems.set('broker-certificate', this.#expiry('The broker’s certificate', brokerCertificate()));
  }

  #expiry(of: string, validTo: Date | null): string | null {
    return validTo && certificateProblem(of, validTo, this.#options.clock.now());
  }
}
