import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Retention } from '@washdesk/rules/company/retention';
import type { PersonalTable, PersonalTables } from './personal-data.ts';
import type { Db } from './pool.ts';

const everyMs = 6 * 3_600_000;

/** Rows that expire after fixed days: of no person, or of a session. Other rows about customers expire by the company's settings. */
const outlived = [
  { table: 'derived_key', where: sql`until < now() - interval '1 day'` },
  { table: 'session', where: sql`expires < now() - interval '30 days'` },
  { table: 'pin_attempt', where: sql`since < now() - interval '1 day'` },
  { table: 'code_attempt', where: sql`since < now() - interval '1 day'` },
  { table: 'hourly_count', where: sql`since < now() - interval '1 day'` },
  { table: 'member_link', where: sql`expires < now() - interval '1 day'` },
  { table: 'member_session', where: sql`last_used < now() - interval '1 day'` },
  { table: 'reader_level', where: sql`at < now() - interval '30 days'` },
  { table: 'former_device_secret', where: sql`replaced < now() - interval '400 days'` },
  { table: 'familiar_network', where: sql`last_used < now() - interval '90 days'` },
  { table: 'live_ticket', where: sql`expires < now() - interval '1 day'` },
  { table: 'enrolment', where: sql`expires < now() - interval '30 days' and device is null` },
  { table: 'agent_enrollment', where: sql`expires < now() - interval '30 days' and used is null` },
  { table: 'used_assertion', where: sql`expires < now() - interval '1 hour'` },
  { table: 'price_increase', where: sql`state = 'discarded' and created < now() - interval '30 days'` },
  { table: 'erased_code', where: sql`erasure in (select id from erasure where asked < now() - interval '400 days')` },
  { table: 'site_minute', where: sql`minute < now() - interval '7 days'` },
  { table: 'alert_message', where: sql`created < now() - interval '30 days'` },
  { table: 'alert', where: sql`cleared < now() - interval '400 days'` },
  { table: 'comparison', where: sql`finished < now() - interval '30 days'` },
  { table: 'client_metric', where: sql`last_access < now() - interval '30 days'` },
] as const;

/** Also removes refresh tokens with their session and empties the images of old coupons. @returns the rows removed, by table */
export async function removeExpired(db: Db, tables: PersonalTables, retention: Retention): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const remove = async (table: string, where: RawBuilder<unknown>): Promise<void> => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
    if (numAffectedRows) removed[table] = Number(numAffectedRows);
  };
  for (const { table, where } of outlived) await remove(table, where);
  for (const [table, { retention: kept }] of Object.entries<PersonalTable>(tables)) {
    const days = kept ? retention[kept.kind] : null;
    if (!kept || days === null) continue;
    await remove(table, sql`${sql.ref(kept.since)} < now() - make_interval(days => ${days}) and ${kept.where ?? sql`true`}`);
  }
  // the row stays, because an invoice gets one coupon; its image is printed within days
  await sql`update wash_coupon set image = null where image is not null and made < now() - interval '1 year'`.execute(db);
  return removed;
}

interface Options {
  db: Db;
  log: Logger;
  /** Complete once every domain is composed. */
  personalTables: PersonalTables;
  retention: () => Promise<Retention>;
}

/** Removes expired rows, four times a day. */
export class Housekeeping {
  readonly #options: Options;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#round(), everyMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #round(): Promise<void> {
    const { db, log, personalTables, retention } = this.#options;
    try {
      log.info(await removeExpired(db, personalTables, await retention()), 'Removed expired rows');
    } catch (error) {
      log.warn({ err: error }, 'Cannot remove expired rows, retrying later');
    }
  }
}
