import { settingDefaults, type SettingName, type Settings } from '@washdesk/rules/company/settings';
import type { Db } from '../../../db/pool.ts';

/** The setting as staff left it, else its default (rules/settings). */
export async function settingOf<N extends SettingName>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (row.value as Settings[N]) : settingDefaults[name];
}

export function allPromos(db: Db) {
  return db.selectFrom('promo').selectAll().orderBy('id').execute();
}
