import type { Priority } from '../../../ports/payments.ts';
import { RateGate } from './rate-gate.ts';

/** Calls per second. */
export interface Allowances {
  all: number;
  ofEndpoint: number;
  background: number;
  backgroundOfEndpoint: number;
}

/** Stripe admits 100 per second in total and 25 to one endpoint; a tenth is reserved for calls that arrive in a burst. */
const leastOfAll = 90;
const endpointShare = 4;

/** Reserves at least a third of all calls for interactive ones. */
export function allowancesFor(backgroundPerSecond: number): Allowances {
  const all = Math.max(leastOfAll, Math.ceil(backgroundPerSecond * 1.5));
  return {
    all,
    ofEndpoint: Math.floor(all / endpointShare),
    background: backgroundPerSecond,
    backgroundOfEndpoint: Math.max(1, Math.floor(backgroundPerSecond / endpointShare)),
  };
}

/** A monotonic clock in milliseconds with alarms. */
export interface Scheduler {
  now(): number;
  after(ms: number, task: () => void): void;
}

const processTime: Scheduler = {
  now: () => performance.now(),
  after: (ms, task) => void setTimeout(task, Math.ceil(ms)),
};

interface Call {
  endpoint: string;
  go: () => void;
}

/** Queues every call to Stripe: interactive before background, both within the account's rate limit. */
export class StripeCallLimiter {
  readonly #allowances: Allowances;
  readonly #scheduler: Scheduler;
  readonly #all: RateGate;
  readonly #background: RateGate;
  readonly #endpoints = new Map<string, Record<Priority, RateGate>>();
  readonly #waiting: Record<Priority, Call[]> = { interactive: [], background: [] };
  #scheduledAt = Infinity;

  constructor(allowances: Allowances, scheduler: Scheduler = processTime) {
    this.#allowances = allowances;
    this.#scheduler = scheduler;
    this.#all = new RateGate(allowances.all);
    this.#background = new RateGate(allowances.background);
  }

  /** Resolves when the call may begin. */
  turn(endpoint: string, priority: Priority): Promise<void> {
    return new Promise((go) => {
      this.#waiting[priority].push({ endpoint, go });
      this.#admit();
    });
  }

  /** After Stripe rejects a call for its rate: pauses background calls to that endpoint, or to all. */
  restBackground(endpoint: string | null, ms: number): void {
    const until = this.#scheduler.now() + ms;
    (endpoint === null ? this.#background : this.#rateGatesOf(endpoint).background).rest(until);
  }

  #admit(): void {
    const now = this.#scheduler.now();
    let next = Infinity;
    // interactive first: background gets the rest
    for (const priority of ['interactive', 'background'] as const) {
      this.#waiting[priority] = this.#waiting[priority].filter((call) => {
        const rateGates = this.#rateGatesFor(call.endpoint, priority);
        const freeAt = Math.max(...rateGates.map((rateGate) => rateGate.freeAt(now)));
        if (freeAt > now) {
          next = Math.min(next, freeAt);
          return true;
        }
        for (const rateGate of rateGates) rateGate.take(now);
        call.go();
        return false;
      });
    }
    this.#scheduleAt(next, now);
  }

  #scheduleAt(instant: number, now: number): void {
    if (instant >= this.#scheduledAt) return;
    this.#scheduledAt = instant;
    this.#scheduler.after(instant - now, () => {
      if (this.#scheduledAt === instant) this.#scheduledAt = Infinity;
      this.#admit();
    });
  }

  #rateGatesFor(endpoint: string, priority: Priority): RateGate[] {
    const own = this.#rateGatesOf(endpoint);
    return priority === 'interactive' ? [this.#all, own.interactive] : [this.#all, own.interactive, this.#background, own.background];
  }

  /** The endpoint's whole allowance is under `interactive`, the background's part of it under `background`. */
  #rateGatesOf(endpoint: string): Record<Priority, RateGate> {
    const known = this.#endpoints.get(endpoint);
    if (known) return known;
    const fresh = {
      interactive: new RateGate(this.#allowances.ofEndpoint),
      background: new RateGate(this.#allowances.backgroundOfEndpoint),
    };
    this.#endpoints.set(endpoint, fresh);
    return fresh;
  }
}
