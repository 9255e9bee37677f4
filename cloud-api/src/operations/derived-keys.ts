import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';

/** How long the key of an unfinished call is kept: longer than any call runs. */
const runningMs = 10 * 60_000;
const repeatableMs = 2 * 60_000;

/**
 * Keys derived from principal, route and body, for programs that send no `Idempotency-Key`: the same request gets the same key while its
 * first call runs and for two minutes after, then a new one. The table decides, so that two processes return the same key.
 */
export class StoredDerivedKeys {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(options: { db: Db; clock: Clock }) {
    this.#db = options.db;
    this.#clock = options.clock;
  }

  async keyOf(request: Buffer): Promise<string> {
    const now = this.#clock.now();
    const fresh = { key: `derived-${randomUUID()}`, until: new Date(now.getTime() + runningMs) };
    const { key } = await this.#db
      .insertInto('derived_key')
      .values({ request, ...fresh })
      .onConflict((conflict) =>
        conflict.column('request').doUpdateSet({
          key: sql`case when derived_key.until <= ${now} then excluded.key else derived_key.key end`,
          until: sql`case when derived_key.until <= ${now} then excluded.until else derived_key.until end`,
        }),
      )
      .returning('key')
      .executeTakeFirstOrThrow();
    return key;
  }

  /** A repeat that ends later does not extend the two minutes. */
  async ended(request: Buffer, key: string): Promise<void> {
    const until = new Date(this.#clock.now().getTime() + repeatableMs);
    await this.#db
      .updateTable('derived_key')
      .set({ until: sql`least(until, ${until})` })
      .where('request', '=', request)
      .where('key', '=', key)
      .execute();
  }
}
