import type { Logger } from 'pino';
import { blockAddress, getBlacklist, unblockAddress } from '@washdesk/contracts/system/blacklist';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { Blacklist } from './blacklist.service.ts';
import { personalData } from './blacklist.store.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
}

const readEveryMs = 5_000;

/** Blocks addresses from everything but signed webhooks and health. */
export function createBlacklist({ db, clock, log }: Dependencies) {
  const blacklist = new Blacklist({ db, clock });
  const shown = () => {
    const list = blacklist.list();
    return { blacklist: list, count: Object.keys(list).length };
  };
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'Reading the blacklist failed, using the last one read');
  const loop = new WorkLoop({
    round: async () => {
      await blacklist.refresh();
      return 0;
    },
    everyMs: readEveryMs,
    onTrouble,
  });
  return {
    officeAuditKinds: ['address'],
    personalData,
    routes: [
      route(getBlacklist, async () => {
        await blacklist.refresh();
        return shown();
      }),
      route(blockAddress, async ({ body: { ip, confirmed }, caller }) => {
        const own = [caller.ip, ...(caller.proxy === undefined ? [] : [caller.proxy])];
        if (ip !== '') await blacklist.block(principalOf(caller), { ip, confirmed, own });
        return shown();
      }),
      route(unblockAddress, async ({ params, caller }) => {
        await blacklist.unblock(principalOf(caller), params.ip);
        return shown();
      }),
    ],
    loops: [loop],
    /** Starts without the list if the database is unavailable, because no call works then; the loop reads it once the database is back. */
    async start() {
      await blacklist.refresh().catch(onTrouble);
    },
    /** For the HTTP layer and the sockets. */
    isBlocked: (address: string) => blacklist.isBlocked(address),
    onBlocked: (tell: () => void) => blacklist.onChange(tell),
  } satisfies OfferingFeature;
}
