import { getConfig, getFlags, putFlags, setAllowManualEntry, setConfigOption } from '@washdesk/contracts/company/config';
import { addPromo, addReason, changePromo, changeReason, listAllReasons } from '@washdesk/contracts/company/choice';
import { changeSetting, listSettings } from '@washdesk/contracts/company/setting';
import { listPromos } from '@washdesk/contracts/company/promo';
import { setSystemMessage, systemMessage } from '@washdesk/contracts/members/communication';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { ChoicesService } from './choices.service.ts';
import { SettingListService } from './setting-list.service.ts';
import { SettingsService, type InstallationFacts } from './settings.service.ts';
import { settingOf } from './settings.store.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';

function listRoutes(list: SettingListService, choices: ChoicesService): Route[] {
  return [
    route(listSettings, async () => {
      const settings = await list.list();
      return { settings, count: settings.length };
    }),
    route(changeSetting, ({ params, body, caller }) => list.change(params.name, body.value, body.changed, principalOf(caller))),
    route(addPromo, ({ body, caller }) => choices.addPromo(body.description, principalOf(caller))),
    route(changePromo, ({ params, body, caller }) => choices.changePromo(params.id, body, principalOf(caller))),
    route(listAllReasons, async () => {
      const reasons = await choices.reasons();
      return { reasons, count: reasons.length };
    }),
    route(addReason, ({ body, caller }) => choices.addReason(body.reasontext, body.kinds, principalOf(caller))),
    route(changeReason, ({ params, body: { reasontext: text, kinds, active }, caller }) =>
      choices.changeReason(params.reasonvalue, { text, kinds, active }, principalOf(caller)),
    ),
  ];
}

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
  routes: [
    ...settingsRoutes(new SettingsService({ db, clock, facts })),
    ...listRoutes(new SettingListService({ db, clock }), new ChoicesService({ db, clock })),
  ],
});

/** Reads settings for every other part of the program. */
export const settingsReader =
  (db: Db): ReadSetting =>
  (name, inside) =>
    settingOf(inside ?? db, name);
