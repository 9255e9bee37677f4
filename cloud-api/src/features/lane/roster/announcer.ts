import pg from 'pg';
import type { Logger } from 'pino';
import { rosterChannel } from '../../../mirror/projection/roster.store.ts';

/** Waits between attempts to listen again, in milliseconds. */
const retryMs = 1_000;

/**
 * Listens on the database for the roster's new number, whichever process changed it, and publishes it to the sites. A notice that is missed
 * while the connection is cut does no harm: agents also ask by themselves.
 */
export class RosterAnnouncer {
  readonly #url: string;
  readonly #log: Logger;
  readonly #announce: (seq: number) => void;
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: { url: string; log: Logger; announce: (seq: number) => void }) {
    this.#url = options.url;
    this.#log = options.log;
    this.#announce = options.announce;
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 3_000, keepAlive: true });
    this.#client = client;
    client.on('notification', ({ payload }) => this.#announce(Number(payload)));
    client.on('error', (error) => this.#lost(error));
    client.on('end', () => this.#lost(new Error('The database closed the connection')));
    try {
      await client.connect();
      await client.query(`listen ${rosterChannel}`);
    } catch (error) {
      this.#lost(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #lost(error: unknown): void {
    if (this.#stopped || this.#retry) return;
    this.#log.warn({ err: error }, 'not listening for roster changes at the moment');
    this.#client?.removeAllListeners();
    this.#client?.on('error', () => undefined);
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.start();
    }, retryMs);
  }
}
