import { settingDefaults, type SettingName, type Settings } from '@washdesk/rules/company/settings';
import type { Db } from '../../../db/pool.ts';
import { readSetting } from './setting-schemas.ts';

/** The setting as staff set it, else its default (shared/rules/company/settings.ts). */
export async function settingOf<N extends SettingName>(db: Db, name: N): Promise<Settings[N]> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? readSetting(name, row.value) : settingDefaults[name];
}

export function allPromos(db: Db) {
  return db.selectFrom('promo').selectAll().orderBy('id').execute();
}
