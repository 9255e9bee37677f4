import type { Logger } from 'pino';
import type { CloudTime } from '../actions/cloud-time.ts';
import type { SiteProblems } from '../actions/site-problems.ts';
import { steadyNow } from '../actions/steady-clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { CommandTable } from '../ports/commands.ts';
import type { Leases } from './leases.ts';

export interface CloudAnswersOptions {
  boot: string;
  leases: Leases;
  cloudTime: CloudTime;
  problems: SiteProblems;
  journal: Pick<Journal, 'note' | 'recordAll' | 'renew'>;
  /** Called if the cloud does not have this agent's state. */
  show: () => void;
  log: Logger;
}

const noteName = 'cloud-time';
const storeEveryMs = 60_000;
const checkEveryMs = 1_000;

/** The cloud's responses to leases: its time, and which agent's leases it accepts. */
export class CloudAnswers {
  readonly #options: CloudAnswersOptions;
  #stored = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #onAnswered: () => void = () => undefined;
  /** Of the newest lease that was answered. Each process of the cloud answers; the first response counts. */
  #roundTrip: { lease: string; ms: number } | null = null;

  constructor(options: CloudAnswersOptions) {
    this.#options = options;
    options.cloudTime.resume(options.journal.note(noteName));
  }

  /** Returns the time from the newest answered lease to its response; null before the first. */
  get roundTripMs(): number | null {
    return this.#roundTrip && this.#roundTrip.ms;
  }

  /** Calls the listener at each response to a lease of this agent. */
  onAnswered(listener: () => void): void {
    this.#onAnswered = listener;
  }

  start(): void {
    this.#timer = setInterval(() => this.#checkClock(), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  commands(): Pick<CommandTable, 'agent.time'> {
    return {
      'agent.time': ({ lease, now, serving, second, shown }) => {
        const { leases, cloudTime, journal, boot, show, log } = this.#options;
        const askedAt = leases.issuedAt(lease);
        if (askedAt === null) return Promise.resolve({});
        if (this.#roundTrip?.lease !== lease) this.#roundTrip = { lease, ms: Math.round(steadyNow() - askedAt) };
        if (cloudTime.answered(askedAt, now)) {
          log.warn('More time has passed in the cloud than here; commands sent before are answered as not known');
          journal.renew();
        }
        this.#tellSecond(serving.boot === boot ? null : serving.host, second);
        if (!shown && serving.boot === boot) show();
        this.#checkClock();
        this.#store();
        this.#onAnswered();
        return Promise.resolve({});
      },
    };
  }

  /** Checks the computer's clock, which may jump at any time. */
  #checkClock(): void {
    const { problems, cloudTime } = this.#options;
    problems.set('clock', cloudTime.problem(), { atGates: true });
  }

  #tellSecond(serving: string | null, second: string | null): void {
    const { problems } = this.#options;
    const refused = serving && `Another agent for this site is active on ${serving}; this one is rejected`;
    problems.set('second-agent', refused ?? (second && `A second agent for this site is running on ${second} and is rejected`));
  }

  #store(): void {
    const { cloudTime, journal, log } = this.#options;
    const value = cloudTime.toStore();
    if (value === null || performance.now() - this.#stored < storeEveryMs) return;
    this.#stored = performance.now();
    try {
      journal.recordAll([], { name: noteName, value });
    } catch (error) {
      log.warn({ err: error }, 'Time not stored for the next start');
    }
  }
}
