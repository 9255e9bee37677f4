import { systemMessage } from '@washdesk/contracts/members/communication';
import { getConfig, getFlags, putFlags } from '@washdesk/contracts/company/config';
import { listPromos } from '@washdesk/contracts/company/promo';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes(settings: SettingsService): Route[] {
  return [
    route(getConfig, ({ caller }) => settings.startup(caller.principal !== null || caller.device !== null)),
    route(getFlags, () => settings.flags()),
    route(putFlags, ({ body, caller }) => settings.replaceFlags(body, principalOf(caller), caller.requestId)),
    route(listPromos, async () => {
      const promos = await settings.promos();
      return { promos, count: promos.length };
    }),
    route(systemMessage, () => Promise.resolve({ message: settings.systemMessage() })),
  ];
}
