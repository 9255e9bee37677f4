import type { Haste } from '../../ports/payments.ts';
import { Pace } from './pace.ts';

/** Calls a second. */
export interface Allowances {
  all: number;
  ofEndpoint: number;
  background: number;
  backgroundOfEndpoint: number;
}

/** Stripe admits 100 a second in all and 25 to one endpoint; a tenth is left for what the network bunches together. */
const leastOfAll = 90;
const endpointShare = 4;

/** Interactive calls always have at least a third of all for themselves. */
export function allowancesFor(backgroundPerSecond: number): Allowances {
  const all = Math.max(leastOfAll, Math.ceil(backgroundPerSecond * 1.5));
  return {
    all,
    ofEndpoint: Math.floor(all / endpointShare),
    background: backgroundPerSecond,
    backgroundOfEndpoint: Math.max(1, Math.floor(backgroundPerSecond / endpointShare)),
  };
}

/** A monotonic clock in milliseconds that can wake. */
export interface Waker {
  now(): number;
  after(ms: number, wake: () => void): void;
}

const processTime: Waker = {
  now: () => performance.now(),
  after: (ms, wake) => void setTimeout(wake, Math.ceil(ms)),
};

interface Call {
  endpoint: string;
  go: () => void;
}

/** Every call to Stripe waits here for its turn: a person's before the background's, both within the account's allowance. */
export class Limiter {
  readonly #allowances: Allowances;
  readonly #waker: Waker;
  readonly #all: Pace;
  readonly #background: Pace;
  readonly #endpoints = new Map<string, Record<Haste, Pace>>();
  readonly #waiting: Record<Haste, Call[]> = { interactive: [], background: [] };
  #wakesAt = Infinity;

  constructor(allowances: Allowances, waker: Waker = processTime) {
    this.#allowances = allowances;
    this.#waker = waker;
    this.#all = new Pace(allowances.all);
    this.#background = new Pace(allowances.background);
  }

  /** Resolves when the call may begin. */
  turn(endpoint: string, haste: Haste): Promise<void> {
    return new Promise((go) => {
      this.#waiting[haste].push({ endpoint, go });
      this.#admit();
    });
  }

  /** After Stripe refused a call for its rate: the background keeps away for a while, from that endpoint or from all. */
  restBackground(endpoint: string | null, ms: number): void {
    const until = this.#waker.now() + ms;
    (endpoint === null ? this.#background : this.#pacesOf(endpoint).background).rest(until);
  }

  #admit(): void {
    const now = this.#waker.now();
    let next = Infinity;
    // interactive first: whatever it takes is gone when the background is looked at
    for (const haste of ['interactive', 'background'] as const) {
      this.#waiting[haste] = this.#waiting[haste].filter((call) => {
        const paces = this.#pacesFor(call.endpoint, haste);
        const freeAt = Math.max(...paces.map((pace) => pace.freeAt(now)));
        if (freeAt > now) {
          next = Math.min(next, freeAt);
          return true;
        }
        for (const pace of paces) pace.take(now);
        call.go();
        return false;
      });
    }
    this.#wakeAt(next, now);
  }

  #wakeAt(instant: number, now: number): void {
    if (instant >= this.#wakesAt) return;
    this.#wakesAt = instant;
    this.#waker.after(instant - now, () => {
      if (this.#wakesAt === instant) this.#wakesAt = Infinity;
      this.#admit();
    });
  }

  #pacesFor(endpoint: string, haste: Haste): Pace[] {
    const own = this.#pacesOf(endpoint);
    return haste === 'interactive' ? [this.#all, own.interactive] : [this.#all, own.interactive, this.#background, own.background];
  }

  /** The endpoint's whole allowance counts under `interactive`, the background's part of it under `background`. */
  #pacesOf(endpoint: string): Record<Haste, Pace> {
    const known = this.#endpoints.get(endpoint);
    if (known) return known;
    const fresh = {
      interactive: new Pace(this.#allowances.ofEndpoint),
      background: new Pace(this.#allowances.backgroundOfEndpoint),
    };
    this.#endpoints.set(endpoint, fresh);
    return fresh;
  }
}
