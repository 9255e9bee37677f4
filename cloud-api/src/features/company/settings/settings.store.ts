import { sql } from 'kysely';
import { settingDefaults, type SettingName, type Settings } from '@washdesk/rules/company/settings';
import type { Db, Tx } from '../../../db/pool.ts';
import { readSetting } from './setting-schemas.ts';

/** Returns the setting from the database, otherwise its default (shared/rules/company/settings.ts). */
export async function settingOf<N extends SettingName>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? readSetting(name, row.value) : settingDefaults[name];
}

/** Locks the setting, so that the second of two concurrent changes sees the first. */
export async function lockSetting(tx: Tx, name: SettingName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`setting:${name}`}))`.execute(tx);
}

/** Returns when and by whom settings were changed, by name; omits unchanged ones. */
export async function changesOfSettings(db: Db | Tx, names: readonly string[]): Promise<Map<string, { changed: Date; by: string | null }>> {
  const { rows } = await sql<{ name: string; changed: Date; by: string | null }>`
    select s.name, date_trunc('milliseconds', s.changed) as changed, coalesce(p.name, s.changed_by) as by
    from setting s left join staff p on s.changed_by ~ '^[0-9]{1,9}$' and p.employee_number = s.changed_by::integer
    where s.name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...change }) => [name, change]));
}

/** Saves a setting for everyone. @returns the previous value, or the default */
export async function saveSetting<N extends SettingName>(tx: Tx, name: N, value: Settings[N], at: Date, by: string): Promise<Settings[N]> {
  await lockSetting(tx, name);
  const before = await settingOf(tx, name);
  const changed = { value: JSON.stringify(value), changed: at, changed_by: by };
  await tx
    .insertInto('setting')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute();
  return before;
}

export function allPromos(db: Db) {
  return db.selectFrom('promo').selectAll().orderBy('id').execute();
}
