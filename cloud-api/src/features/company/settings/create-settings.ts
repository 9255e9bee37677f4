import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { settingsRoutes } from './settings.routes.ts';
import { SettingsService, type StartupFacts } from './settings.service.ts';
import { settingOf } from './settings.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  /** What the installation says of itself to its browsers. */
  facts: StartupFacts;
}

export const createSettings = ({ db, clock, facts }: Dependencies): Feature => ({
  routes: settingsRoutes(new SettingsService({ db, clock, facts })),
});

/** What everybody else who needs a setting is handed. */
export const settingsIn =
  (db: Db): ReadSetting =>
  (name, inside) =>
    settingOf(inside ?? db, name);
