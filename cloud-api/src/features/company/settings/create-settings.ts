import { getConfig, getFlags, putFlags, setAllowManualEntry, setConfigOption } from '@washdesk/contracts/company/config';
import { listPromos } from '@washdesk/contracts/company/promo';
import { setSystemMessage, systemMessage } from '@washdesk/contracts/members/communication';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { SettingsService, type InstallationFacts } from './settings.service.ts';
import { settingOf } from './settings.store.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';

function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route(getConfig, ({ caller }) => settings.startup(caller.principal !== null || caller.device !== null)),
    route(setConfigOption, ({ params: { option, newValue }, caller }) => settings.switchOption(option, newValue, principalOf(caller))),
    route(setAllowManualEntry, ({ params, caller }) => settings.switchOption('AllowManualEntry', params.value, principalOf(caller))),
    route(getFlags, () => settings.flags()),
    route(putFlags, ({ body, caller }) => settings.replaceFlags(body, principalOf(caller))),
    route(listPromos, async () => {
      const promos = await settings.promos();
      return { promos, count: promos.length };
    }),
    route(systemMessage, async () => ({ message: await settings.systemMessage() })),
    route(setSystemMessage, async ({ body, caller }) => ({ message: await settings.setSystemMessage(body.message, principalOf(caller)) })),
  ];
}

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Facts about the installation for its browsers. */
  facts: InstallationFacts;
}

export const createSettings = ({ db, clock, facts }: Dependencies): Feature => ({
  routes: settingsRoutes(new SettingsService({ db, clock, facts })),
});

/** Reads settings for every other part of the program. */
export const settingsReader =
  (db: Db): ReadSetting =>
  (name, inside) =>
    settingOf(inside ?? db, name);
