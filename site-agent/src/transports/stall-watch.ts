import { gateOpenExpiryMs } from '@washdesk/site-protocol/timing';

const beatMs = 250;
/** What waited longer than this may open no gate. */
const stallMs = gateOpenExpiryMs;
/** After a stall the system hands over what waited within this time. */
const drainMs = 500;

/**
 * Notices that this process did not run for some seconds: it was stopped, its virtual machine was paused, or the computer was overloaded.
 * What a device sent meanwhile waited in the system and looks new (docs/decisions/0081-old-reads.md).
 */
export class StallWatch {
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #seenAt: number;
  #behindUntil = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#seenAt = now();
  }

  start(): void {
    this.#seenAt = this.#now();
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether what is received now may have waited during a stall. */
  get isBehind(): boolean {
    return this.#beat() < this.#behindUntil;
  }

  #beat(): number {
    const now = this.#now();
    if (now - this.#seenAt > stallMs) this.#behindUntil = now + drainMs;
    this.#seenAt = now;
    return now;
  }
}
