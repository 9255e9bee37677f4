import pg from 'pg';
import type { Logger } from 'pino';

/** Delay before the next connection attempt. */
const retryMs = 1_000;
/** Interval of the connection check: only this query detects a silently cut connection. */
const checkMs = 10_000;
const answersWithinMs = 15_000;

interface Channel {
  onPayload(payload: string): void;
  onListening?(): void;
}

/**
 * Listens on channels of the database over its own connection, which is reopened when lost. Notifications sent meanwhile are lost:
 * `onListening` is called each time listening begins.
 */
export class Notifications {
  readonly #url: string;
  readonly #log: Logger;
  readonly #channels = new Map<string, Channel>();
  #client: pg.Client | null = null;
  #check: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: { url: string; log: Logger }) {
    this.#url = options.url;
    this.#log = options.log;
  }

  /** Call it before `start`; one handler per channel. */
  listen(channel: string, handler: Channel): void {
    if (this.#channels.has(channel)) throw new Error(`a handler is already registered for channel ${channel}`);
    this.#channels.set(channel, handler);
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: 3_000,
      query_timeout: answersWithinMs,
      keepAlive: true,
      application_name: 'washdesk notifications',
    });
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => this.#channels.get(channel)?.onPayload(payload));
    client.on('error', (error) => this.#lost(error));
    client.on('end', () => this.#lost(new Error('The database closed the connection')));
    try {
      await client.connect();
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      return this.#lost(error);
    }
    this.#check = setInterval(() => void client.query('select 1').catch((error: unknown) => this.#lost(error)), checkMs);
    for (const { onListening } of this.#channels.values()) onListening?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#check) clearInterval(this.#check);
    await this.#client?.end();
  }

  /** Closes a connection that may already be broken. */
  async #end(client: pg.Client | null): Promise<void> {
    try {
      await client?.end();
    } catch (error) {
      this.#log.debug({ err: error }, 'Cannot close a lost database connection');
    }
  }

  #lost(error: unknown): void {
    if (this.#stopped || this.#retry) return;
    this.#log.warn({ err: error }, 'Database notifications lost, reconnecting');
    if (this.#check) clearInterval(this.#check);
    const client = this.#client;
    client?.removeAllListeners();
    client?.on('error', () => undefined);
    void this.#end(client);
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.start();
    }, retryMs);
  }
}
