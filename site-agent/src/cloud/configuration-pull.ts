import type { Logger } from 'pino';
import { wantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { backoffDelay } from '../transports/backoff.ts';
import type { CloudClient } from './cloud-client.ts';

interface Parts {
  cloud: Pick<CloudClient, 'get'>;
  configuration: {
    /** The newest version that was applied, refused or rolled back. */
    readonly newest: number | null;
    onWanted: (part: { version: number; content: unknown }) => void;
  };
  log: Logger;
}

const retry = { minMs: 1_000, maxMs: 600_000 };

/** Fetches the version of the configuration that the cloud wants. */
export class ConfigurationPull {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #pulling: Promise<void> | null = null;
  #askedAgain = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Fetches now, or again after the running fetch, which may have started before the change. */
  pull(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#pulling) {
      this.#askedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#pulling = this.#pullOnce().finally(() => this.#afterPull());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#pulling;
  }

  async #pullOnce(): Promise<void> {
    const { cloud, configuration, log } = this.#parts;
    const { newest } = configuration;
    const path = `/api/agent/configuration${newest === null ? '' : `?have=${newest}`}`;
    try {
      const { configuration: wanted } = await cloud.get(path, wantedConfiguration, this.#stopping.signal);
      this.#failures = 0;
      if (wanted && wanted.version > (newest ?? 0)) configuration.onWanted(wanted);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#failures += 1;
      log.warn({ err: error }, 'Configuration of the cloud not fetched');
    }
  }

  #afterPull(): void {
    this.#pulling = null;
    if (this.#stopping.signal.aborted) return;
    if (this.#askedAgain) {
      this.#askedAgain = false;
      this.pull();
    } else if (this.#failures > 0) {
      this.#timer = setTimeout(() => this.pull(), backoffDelay(this.#failures - 1, retry, Math.random()));
    }
  }
}
