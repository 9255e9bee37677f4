import type { SiteProblems } from '../actions/site-problems.ts';
import { reportable } from '../actions/without-paths.ts';
import type { Clock } from '../ports/clock.ts';
import { brokerProblem } from './broker-problem.ts';

/** A time without the broker: the cloud learns it afterwards. */
export interface Outage {
  since: string;
  until: string;
  reason: string;
}

/** The code of the problem while it lasts. The cloud cannot receive it. */
export const brokerProblemCode = 'broker';

/** Keeps since when there is a connection to the broker or none, and why, and the last time without one. */
export class BrokerOutage {
  readonly #problems: SiteProblems;
  readonly #clock: Clock;
  #connection: { connected: boolean; since: string };
  #current: Omit<Outage, 'until'> | null = null;
  #last: Outage | null = null;

  constructor(problems: SiteProblems, clock: Clock) {
    this.#problems = problems;
    this.#clock = clock;
    this.#connection = { connected: false, since: this.#now() };
  }

  /** Before the first connection: not connected, since the start. */
  get connection(): { connected: boolean; since: string } {
    return this.#connection;
  }

  get last(): Outage | null {
    return this.#last;
  }

  /** Called after each lost connection and each failed attempt: the last reason is the best known. */
  lost(error: unknown): void {
    if (this.#connection.connected) this.#connection = { connected: false, since: this.#now() };
    const reason = reportable(brokerProblem(error));
    this.#current = { since: this.#current?.since ?? this.#now(), reason };
    this.#problems.set(brokerProblemCode, reason);
  }

  connected(): void {
    const now = this.#now();
    this.#connection = { connected: true, since: now };
    if (!this.#current) return;
    this.#last = { ...this.#current, until: now };
    this.#current = null;
    this.#problems.set(brokerProblemCode, null);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
