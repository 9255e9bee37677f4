import type { Logger } from 'pino';
import { getAuditCheck, getAuditEntry, listAudit, listAuditActions, startAuditCheck } from '@washdesk/contracts/system/audit';
import type { Alert } from '../../../common/alert.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import { personalData } from './audit-check.store.ts';
import { AuditChecks } from './audit-checks.ts';
import { AuditListService } from './audit-list.service.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  alert: Alert;
  officeAuditKinds: ReadonlySet<string>;
}

const lookEveryMs = 10_000;

/** The audit log for Admins, and checks of its integrity. */
export function createAudit({ db, clock, log, alert, officeAuditKinds }: Dependencies): Feature {
  const list = new AuditListService({ db, clock, officeAuditKinds });
  const checks = new AuditChecks({ db, clock, log, alert });
  const loop = new WorkLoop({
    round: () => checks.round(),
    everyMs: lookEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Audit check failed, retrying later'),
  });
  return {
    personalData,
    officeAuditKinds: ['audit'],
    routes: [
      route(listAudit, async ({ query: { page, ...filter }, caller, wantsCsv }) => {
        const by = principalOf(caller);
        return wantsCsv ? await list.file(filter, by) : await list.list(filter, page, by);
      }),
      route(listAuditActions, async () => {
        const actions = await list.actions();
        return { actions, count: actions.length };
      }),
      route(getAuditEntry, ({ params }) => list.entry(params.id)),
      route(getAuditCheck, () => checks.shown()),
      route(startAuditCheck, async ({ keyedCall }) => {
        const asked = await checks.ask(keyedCall());
        loop.poke();
        return asked;
      }),
    ],
    start: () => Promise.resolve(loop.start()),
    // interrupts a running check, so that shutdown does not wait for it
    async stop() {
      checks.stop();
      await loop.stop();
    },
  };
}
