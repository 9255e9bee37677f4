import { addPromo, addReason, changePromo, changeReason, listAllReasons } from '@washdesk/contracts/company/choice';
import { getConfig, getFlags, putFlags, setAllowManualEntry, setConfigOption } from '@washdesk/contracts/company/config';
import { listPromos } from '@washdesk/contracts/company/promo';
import { changeSetting, listSettings } from '@washdesk/contracts/company/setting';
import { setSystemMessage, systemMessage } from '@washdesk/contracts/members/communication';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { ChoicesService } from './choices.service.ts';
import { SettingListService } from './setting-list.service.ts';
import { SettingsService, type InstallationFacts } from './settings.service.ts';
import { settingOf } from './settings.store.ts';

function listRoutes(list: SettingListService, choices: ChoicesService): Route[] {
  return [
    route(listSettings, async () => {
      const settings = await list.list();
      return { settings, count: settings.length };
    }),
    route(changeSetting, ({ params, body, keyedCall }) => list.change(params.name, body.value, body.changed, keyedCall(), body.members)),
    route(addPromo, ({ body, keyedCall }) => choices.addPromo(body.description, keyedCall())),
    route(changePromo, ({ params, body, keyedCall }) => choices.changePromo(params.id, body, keyedCall())),
    route(listAllReasons, async () => {
      const reasons = await choices.reasons();
      return { reasons, count: reasons.length };
    }),
    route(addReason, ({ body, keyedCall }) => choices.addReason(body.reasontext, body.kinds, keyedCall())),
    route(changeReason, ({ params, body: { reasontext: text, was, ...change }, keyedCall }) =>
      choices.changeReason(params.reasonvalue, { text, ...change, was: was && { ...was, text: was.reasontext } }, keyedCall()),
    ),
  ];
}

function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route(getConfig, ({ caller }) => settings.startup(caller.principal !== null || caller.device !== null)),
    route(setConfigOption, ({ params: { option, newValue }, caller }) => settings.switchOption(option, newValue, principalOf(caller))),
    route(setAllowManualEntry, ({ params, caller }) => settings.switchOption('AllowManualEntry', params.value, principalOf(caller))),
    route(getFlags, () => settings.flags()),
    route(putFlags, async ({ body, keyedCall }) => (await settings.replaceFlags(body, keyedCall())).flags),
    route(listPromos, async () => {
      const promos = await settings.promos();
      return { promos, count: promos.length };
    }),
    route(systemMessage, async () => ({ message: await settings.systemMessage() })),
    route(setSystemMessage, async ({ body, caller }) => ({ message: await settings.setSystemMessage(body, principalOf(caller)) })),
  ];
}

interface Dependencies {
  db: Db;
  clock: Clock;
  /** Facts about the installation for its browsers. */
  facts: InstallationFacts;
}

export const createSettings = ({ db, clock, facts }: Dependencies): Feature => ({
  officeAuditKinds: ['flags', 'promo', 'reason', 'setting'],
  routes: [
    ...settingsRoutes(new SettingsService({ db, clock, facts })),
    ...listRoutes(new SettingListService({ db, clock }), new ChoicesService({ db, clock })),
  ],
});

/** Reads settings for the other features. */
export const settingsReader =
  (db: Db): ReadSetting =>
  (name, inside) =>
    settingOf(inside ?? db, name);
