import { PosUnavailable } from '../../ports/pos-database.ts';
import { backoffDelay } from '../../transports/backoff.ts';
import { pause } from '../../transports/reconnect.ts';
import { describe } from '../health-report.ts';
import { explained } from './explained.ts';

export interface AvailabilityOptions {
  /** Queries the server; throws while it does not respond. */
  probe: (signal: AbortSignal) => Promise<void>;
  onUp: () => void;
  /** Called with the reason of every failed probe. */
  onDown: (reason: string) => void;
  /** Returns the time to the next probe of a running server; default 10 s. */
  probeEveryMs?: () => number;
}

const defaultProbeEveryMs = 10_000;
/**
 * While calls pass, a hanging server must be found soon, but the check of a connection and a login must fit in. While it is unavailable no
 * caller waits for the probe.
 */
const probeTimeoutMs = { up: 3_000, away: 15_000 };
const retry = { minMs: 250, maxMs: 10_000 };

/**
 * A circuit breaker. While the server is unavailable, calls fail at once instead of waiting for their deadlines, and one probe with backoff
 * checks the server.
 */
export class Availability {
  readonly #options: AvailabilityOptions;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #reason: string | null = 'it hasn’t connected yet';
  #running: Promise<void> | null = null;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#running;
  }

  /** @throws PosUnavailable while the server is unavailable */
  require(): void {
    if (this.#reason !== null) throw new PosUnavailable(`Sitewatch is unavailable: ${this.#reason}`);
  }

  /** Probes now, after a failure that the next call would share or after a change. */
  suspect(): void {
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      failures = (await this.#probe(signal)) ? 0 : failures + 1;
      // only a running server can be suspected; an unavailable one is probed by its backoff
      if (failures === 0) await pause(this.#options.probeEveryMs?.() ?? defaultProbeEveryMs, this.#wake.signal);
      else await pause(backoffDelay(failures - 1, retry, Math.random()), signal);
    }
  }

  async #probe(signal: AbortSignal): Promise<boolean> {
    try {
      const timeoutMs = this.#reason === null ? probeTimeoutMs.up : probeTimeoutMs.away;
      await this.#options.probe(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      if (signal.aborted) return false;
      this.#reason = explained(describe(error));
      this.#options.onDown(this.#reason);
      return false;
    }
    this.#reason = null;
    this.#options.onUp();
    return true;
  }
}
