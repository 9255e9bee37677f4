import type { Db } from '../../../db/pool.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { settingOf } from './settings.store.ts';

/** Reads settings for other features, which are handed it. */
export const settingsIn =
  (db: Db): ReadSetting =>
  (name) =>
    settingOf(db, name);
