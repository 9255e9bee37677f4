import { clearCache, deleteCacheKey, getCacheInfo, listCacheKeys } from '@washdesk/contracts/system/cache';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { foreignCursor } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  cache: Cache;
}

const pageSize = 50;

const cursorOf = (key: string): string => Buffer.from(key).toString('base64url');

function behind(page: string | undefined): string {
  const key = Buffer.from(page ?? '', 'base64url').toString();
  if (page && cursorOf(key) !== page) throw foreignCursor();
  return key;
}

/** The keys of the cache, for Admins (docs/decisions/0033-cache.md). */
export function createCache({ db, clock, settings, cache }: Dependencies): Feature {
  const mayClear = async ({ employee }: Principal): Promise<boolean> => employee === (await settings('cacheClearEmployeeId'));
  const audit = (tx: Tx, by: Principal, action: string, after: object): Promise<void> =>
    writeAudit(tx, { ...auditBy(by), action, subject: 'cache', after, at: clock.now() });
  return {
    officeAuditKinds: ['cache'],
    routes: [
      route(getCacheInfo, async ({ caller }) => ({ ...(await cache.info()), mayClear: await mayClear(principalOf(caller)) })),
      route(listCacheKeys, async ({ query: { search = '', page } }) => {
        const [found, count] = await Promise.all([cache.keys(search, behind(page), pageSize + 1), cache.count(search)]);
        const keys = found.slice(0, pageSize);
        return { keys, count, next_page: found.length > pageSize ? cursorOf(keys.at(-1)!.key) : null };
      }),
      route(deleteCacheKey, ({ params: { key }, keyedCall }) => {
        const call = keyedCall();
        return keyedChange(db, call, async (tx) => {
          if (!(await cache.delete(key))) throw notFound('key_not_found', 'This key is no longer in the cache');
          await audit(tx, call.principal, 'cache.key-deleted', { key });
          return { deleted: true as const };
        });
      }),
      route(clearCache, async ({ keyedCall }) => {
        const call = keyedCall();
        if (!(await mayClear(call.principal)))
          throw new Failure(403, 'not_permitted', 'Only the employee named in Settings can clear the entire cache');
        return keyedChange(db, call, async (tx) => {
          const cleared = await cache.clear();
          await audit(tx, call.principal, 'cache.cleared', { cleared });
          return { cleared };
        });
      }),
    ],
    start: () => cache.start(),
    stop: () => cache.stop(),
  };
}
