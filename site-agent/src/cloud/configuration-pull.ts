import type { Logger } from 'pino';
import { wantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { RepeatedRun } from '../repeated-run.ts';
import { backoffDelay } from '../transports/backoff.ts';
import { LastingFailure } from '../transports/lasting-failure.ts';
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
  readonly #failure: LastingFailure;
  #failures = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#failure = new LastingFailure(parts.log);
  }

  /** Fetches now, or again after the running fetch, which may have started before the change. */
  pull(): void {
    this.#pulls.request();
  }

  stop(): Promise<void> {
    return this.#pulls.stop();
  }

  async #pullOnce(signal: AbortSignal): Promise<number | null> {
    const { cloud, configuration } = this.#parts;
    const { newest } = configuration;
    const path = `/api/agent/configuration${newest === null ? '' : `?have=${newest}`}`;
    try {
      const { configuration: wanted } = await cloud.get(path, wantedConfiguration, signal);
      this.#failures = 0;
      this.#failure.ended('The configuration of the cloud can be fetched again');
      if (wanted && wanted.version > (newest ?? 0)) configuration.onWanted(wanted);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      this.#failures += 1;
      this.#failure.failed(error, 'Configuration of the cloud not fetched');
      return backoffDelay(this.#failures - 1, retry, Math.random());
    }
  }
}
