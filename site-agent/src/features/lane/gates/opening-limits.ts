export interface Limits {
  /** Wait between two pulses, so that a second press does not restart a moving gate. */
  cooldownMs: number;
  maxPerHour: number;
}

const hourMs = 3_600_000;

/** Limits the openings of one gate. Times are monotonic milliseconds. */
export class OpeningLimits {
  readonly #limits: Limits;
  #pulses: number[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Returns why the gate may not be opened now, as a sentence for the cashier; null if it may. */
  objection(now: number): string | null {
    const { cooldownMs, maxPerHour } = this.#limits;
    this.#pulses = this.#pulses.filter((at) => now - at < hourMs);
    const last = this.#pulses.at(-1);
    if (last !== undefined && now - last < cooldownMs)
      return `The gate was opened ${seconds(now - last)} ago; wait ${seconds(cooldownMs - now + last)}`;
    if (this.#pulses.length >= maxPerHour) return `The gate was opened ${maxPerHour} times within an hour, which is the limit`;
    return null;
  }

  /** Counts an opening: the relay closed or may have closed. */
  pulsed(now: number): void {
    this.#pulses.push(now);
  }
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
}
