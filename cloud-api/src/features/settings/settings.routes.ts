import { systemMessage } from '@washdesk/contracts/communication';
import { getConfig, getFlags, putFlags } from '@washdesk/contracts/config';
import { listPromos } from '@washdesk/contracts/promo';
import { writeAudit } from '../../audit/audit.ts';
import type { Db } from '../../db/pool.ts';
import { principalOf, route, type Route } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { allFlags, replaceFlags } from './flags.store.ts';
import { settingOf } from './settings.store.ts';

export interface StartupFacts {
  publicKey: string;
  apiVersion: string;
  dashboardUrl: string;
  dxtUrl: string | null;
  systemMessage: string | null;
}

async function configOptions(db: Db, facts: StartupFacts) {
  return {
    // a card's amount is typed by hand only after an Admin's switch, which comes with the provider configuration
    AllowManualEntry: false,
    redeem: 'yes' as const,
    dashboardUrl: facts.dashboardUrl,
    dxtUrl: facts.dxtUrl,
    defaultWashTerminal: await settingOf(db, 'defaultWashTerminal'),
    terminals: [...(await settingOf(db, 'registerTerminals'))],
  };
}

/** What a browser needs to begin, and the switches that staff may turn. */
export function settingsRoutes({ db, clock, facts }: { db: Db; clock: Clock; facts: StartupFacts }): Route[] {
  return [
    route(getConfig, async ({ caller }) => ({
      publicKey: facts.publicKey,
      apiVersion: facts.apiVersion,
      clientVersion: await settingOf(db, 'clientVersion'),
      configOptions: caller.principal || caller.device ? await configOptions(db, facts) : null,
    })),
    route(getFlags, () => allFlags(db)),
    route(putFlags, ({ body, caller }) => {
      const { id: actor, site } = principalOf(caller);
      return db.transaction().execute(async (tx) => {
        const before = await allFlags(tx);
        await replaceFlags(tx, body);
        const audit = { actor, site, action: 'flags.replace', subject: 'flags', before, after: body };
        await writeAudit(tx, { ...audit, requestId: caller.requestId, at: clock.now() });
        return body;
      });
    }),
    route(listPromos, async () => {
      const promos = await db.selectFrom('promo').selectAll().orderBy('id').execute();
      return { promos, count: promos.length };
    }),
    route(systemMessage, async () => ({ message: facts.systemMessage })),
  ];
}
