import { endSessions, listRefreshTokens } from '@washdesk/contracts/access/session-list';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { countOpenSessions, listOpenSessions } from './session-list.store.ts';

interface Dependencies {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** Sessions use the machine's time. */
  systemClock: Clock;
  sessionEnds: SessionEnds;
}

const pageSize = 50;

/** Lists signed-in users and signs them out (docs/rules/access.md#sessions). */
export const createSessionList = ({ db, clock, systemClock, sessionEnds }: Dependencies): Feature => ({
  officeAuditKinds: ['session.all-ended'],
  routes: [
    route(listRefreshTokens, async ({ query, caller }) => {
      const asked = { now: systemClock.now(), search: query.search?.toLowerCase() || null };
      const after = cursorOf(query.page);
      const [rows, counted] = await Promise.all([listOpenSessions(db, { ...asked, after, size: pageSize }), countOpenSessions(db, asked)]);
      const { shown, nextPage } = pageOf(
        rows.map((row) => ({ row, id: row.id, created: row.lastUsed })),
        pageSize,
      );
      const own = principalOf(caller).session;
      return {
        sessions: shown.map(({ row: { principal, name, kind, created, lastUsed, expires, ...same } }) => ({
          ...same,
          kind: kind === 'service' ? ('service' as const) : ('staff' as const),
          user_id: principal,
          realname: name,
          created: created.toISOString(),
          lastUsed: lastUsed.toISOString(),
          expiredDate: expires.toISOString(),
          own: same.id === own,
        })),
        ...counted,
        next_page: nextPage,
      };
    }),
    route(endSessions, async ({ body: { employee }, keyedCall }) => {
      const call = keyedCall();
      const by = call.principal;
      const { ids } = await keyedChange(db, call, async (tx) => {
        const ended = await sessionEnds.endAll(tx, { employee, except: by.session }, 'ended by an Admin');
        const row = { action: 'session.all-ended', subject: `staff:${employee}`, after: { ended: ended.length }, at: clock.now() };
        if (ended.length > 0) await writeAudit(tx, { ...auditBy(by), ...row });
        return { ids: ended };
      });
      sessionEnds.announce(ids);
      return { ended: ids.length };
    }),
  ],
});
