import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Notifications } from '../../../db/notifications.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { revokedSites } from '../../../db/revoked-sites.ts';

const channel = 'washdesk_revoked_sites';

/**
 * The sites whose agents are revoked. The cloud drops what they send, because a broker such as Mosquitto keeps their open connections
 * (docs/decisions/0102-revocation.md).
 */
export class RevokedSites {
  readonly #db: Db;
  readonly #log: Logger;
  #sites: ReadonlySet<number> = new Set();
  /** Loads run in turn, so that the last one started wins. */
  #loading: Promise<void> = Promise.resolve();

  constructor({ db, notifications, log }: { db: Db; notifications: Notifications; log: Logger }) {
    this.#db = db;
    this.#log = log;
    const load = (): void => void this.load().catch((error: unknown) => log.error({ err: error }, 'Loading the revoked sites failed'));
    notifications.listen(channel, { onPayload: load, onListening: load });
  }

  has(site: number): boolean {
    return this.#sites.has(site);
  }

  load(): Promise<void> {
    const loaded = this.#loading.then(() => this.#load());
    this.#loading = loaded.catch(() => undefined);
    return loaded;
  }

  /** Every process loads them when the transaction commits. */
  async changed(tx: Tx): Promise<void> {
    await sql`select pg_notify(${channel}, '')`.execute(tx);
  }

  async #load(): Promise<void> {
    this.#sites = new Set(await revokedSites(this.#db));
    if (this.#sites.size > 0) this.#log.info({ sites: [...this.#sites] }, 'Messages of revoked sites are dropped');
  }
}
