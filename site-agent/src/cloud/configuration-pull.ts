import type { Logger } from 'pino';
import { wantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { RepeatedRun } from '../repeated-run.ts';
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
  readonly #pulls = new RepeatedRun((signal) => this.#pullOnce(signal));
  #failures = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Fetches now, or again after the running fetch, which may have started before the change. */
  pull(): void {
    this.#pulls.request();
  }

  stop(): Promise<void> {
    return this.#pulls.stop();
  }

  async #pullOnce(signal: AbortSignal): Promise<number | null> {
    const { cloud, configuration, log } = this.#parts;
    const { newest } = configuration;
    const path = `/api/agent/configuration${newest === null ? '' : `?have=${newest}`}`;
    try {
      const { configuration: wanted } = await cloud.get(path, wantedConfiguration, signal);
      this.#failures = 0;
      if (wanted && wanted.version > (newest ?? 0)) configuration.onWanted(wanted);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      this.#failures += 1;
      log.warn({ err: error }, 'Configuration of the cloud not fetched');
      return backoffDelay(this.#failures - 1, retry, Math.random());
    }
  }
}
