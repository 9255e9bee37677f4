import { settingDefaults, type SettingName, type Settings } from '@washdesk/rules/company/settings';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { readSetting } from './setting-schemas.ts';

/** The setting as staff set it, else its default (shared/rules/company/settings.ts). */
export async function settingOf<N extends SettingName>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? readSetting(name, row.value) : settingDefaults[name];
}

/** Sets a setting for everybody. @returns what it was, the default where nobody had set it */
export async function saveSetting<N extends SettingName>(tx: Tx, name: N, value: Settings[N], at: Date, by: string): Promise<Settings[N]> {
  // of two changes at once the second sees what the first made of it
  await sql`select pg_advisory_xact_lock(hashtext(${`setting:${name}`}))`.execute(tx);
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
