import type { SiteProblems } from '../actions/site-problems.ts';
import { withoutPaths } from '../actions/without-paths.ts';
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

const maxReason = 300;

/** Keeps why and since when there is no connection to the broker, and the last time that this was so. */
export class BrokerOutage {
  readonly #problems: SiteProblems;
  readonly #clock: Clock;
  #current: Omit<Outage, 'until'> | null = null;
  #last: Outage | null = null;

  constructor(problems: SiteProblems, clock: Clock) {
    this.#problems = problems;
    this.#clock = clock;
  }

  get last(): Outage | null {
    return this.#last;
  }

  /** Called after each lost connection and each failed attempt: the last reason is the best known. */
  lost(error: unknown): void {
    const reason = withoutPaths(brokerProblem(error)).slice(0, maxReason);
    this.#current = { since: this.#current?.since ?? this.#now(), reason };
    this.#problems.set(brokerProblemCode, reason);
  }

  connected(): void {
    if (!this.#current) return;
    this.#last = { ...this.#current, until: this.#now() };
    this.#current = null;
    this.#problems.set(brokerProblemCode, null);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
