import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './pool.ts';

const everyMs = 6 * 3_600_000;

/** What is removed, and after how many days. Never includes usages, audit rows or open jobs. */
const outlived = [
  { table: 'answer', where: sql`created < now() - interval '30 days'` },
  { table: 'operation', where: sql`state <> 'started' and settled < now() - interval '30 days'` },
  { table: 'derived_key', where: sql`until < now() - interval '1 day'` },
  { table: 'session', where: sql`expires < now() - interval '30 days'` },
  { table: 'pin_attempt', where: sql`since < now() - interval '1 day'` },
  { table: 'code_attempt', where: sql`since < now() - interval '1 day'` },
  { table: 'hourly_count', where: sql`since < now() - interval '1 day'` },
  { table: 'customer_read', where: sql`at < now() - interval '400 days'` },
  { table: 'reader_level', where: sql`at < now() - interval '30 days'` },
  { table: 'former_device_secret', where: sql`replaced < now() - interval '400 days'` },
  { table: 'familiar_network', where: sql`last_used < now() - interval '90 days'` },
  { table: 'live_ticket', where: sql`expires < now() - interval '1 day'` },
  { table: 'enrolment', where: sql`expires < now() - interval '30 days' and device is null` },
  { table: 'job', where: sql`state = 'done' and settled < now() - interval '90 days'` },
  { table: 'provider_event', where: sql`worked is not null and received < now() - interval '30 days'` },
  { table: 'unknown_event', where: sql`received < now() - interval '1 year'` },
  { table: 'unknown_site_event', where: sql`received < now() - interval '1 year'` },
  { table: 'reconcile_run', where: sql`started < now() - interval '90 days'` },
  { table: 'message', where: sql`state <> 'queued' and queued < now() - interval '1 year'` },
  { table: 'price_increase', where: sql`state = 'discarded' and created < now() - interval '30 days'` },
  { table: 'client_metric', where: sql`last_access < now() - interval '30 days'` },
  { table: 'client_error', where: sql`at < now() - interval '90 days'` },
] as const;

/** Also removes refresh tokens with their session and empties the images of old coupons. @returns the rows removed, by table */
export async function removeExpired(db: Db): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { table, where } of outlived) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
    if (numAffectedRows) removed[table] = Number(numAffectedRows);
  }
  // the row stays, because an invoice gets one coupon; its image is printed within days
  await sql`update wash_coupon set image = null where image is not null and made < now() - interval '1 year'`.execute(db);
  return removed;
}

/** Removes expired rows, four times a day. */
export class Housekeeping {
  readonly #db: Db;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { db: Db; log: Logger }) {
    this.#db = options.db;
    this.#log = options.log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#round(), everyMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #round(): Promise<void> {
    try {
      this.#log.info(await removeExpired(this.#db), 'Removed expired rows');
    } catch (error) {
      this.#log.warn({ err: error }, 'Cannot remove expired rows, retrying later');
    }
  }
}
