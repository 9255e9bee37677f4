import type { Logger } from 'pino';
import {
  compareCustomer,
  dismissDifference,
  listDifferences,
  reconcileStatus,
  repairDifference,
  repairDifferences,
  startComparison,
  undoRepair,
} from '@washdesk/contracts/system/reconcile';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ComparedCopy } from '../../../mirror/compare/compared-copy.ts';
import { rosterCopy } from '../../../mirror/compare/roster-copy.ts';
import { stripeCopy } from '../../../mirror/compare/stripe-copy.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { personalData as systemData } from './compared-systems.store.ts';
import { Comparer } from './comparer.ts';
import { personalData as comparisonData } from './comparisons.store.ts';
import { personalData as differenceData } from './differences.store.ts';
import { ReconcileService, viewDifference } from './reconcile.service.ts';
import { RepairsService } from './repairs.service.ts';

interface Dependencies {
  db: Db;
  log: Logger;
  clock: Clock;
  settings: ReadSetting;
  payments: Payments;
  backgroundPayments: Payments;
  jobsAdded: () => void;
  settleSeconds: number;
  sitewatch: ComparedCopy;
  loyalty: ComparedCopy;
}

const lookEveryMs = 2_000;

const reconcileRoutes = (reconcile: ReconcileService, repairs: RepairsService): Route[] => [
  route(reconcileStatus, ({ query }) => reconcile.status(query.site ?? null)),
  route(startComparison, ({ body, caller }) => reconcile.start(body.site, principalOf(caller))),
  route(compareCustomer, ({ params }) => reconcile.compareCustomer(params.id)),
  route(listDifferences, ({ query }) => reconcile.list(query)),
  route(repairDifference, async ({ params, caller }) => ({
    difference: viewDifference(await repairs.repair(params.id, principalOf(caller))),
  })),
  route(repairDifferences, async ({ body, caller }) => ({ repairing: await repairs.repairAll(body, principalOf(caller)) })),
  route(undoRepair, async ({ params, caller }) => ({ difference: viewDifference(await repairs.undo(params.id, principalOf(caller))) })),
  route(dismissDifference, async ({ params, body, caller }) => ({
    difference: viewDifference(await repairs.dismiss(params.id, body.reason, principalOf(caller))),
  })),
];

/** Compares Stripe, mirror, roster, Sitewatch and loyalty system, and repairs what differs (docs/rules/company.md#differences). */
export function createReconcile({ sitewatch, loyalty, log, ...core }: Dependencies): Feature {
  const { db, clock, settleSeconds } = core;
  const copies = { stripe: stripeCopy(core), roster: rosterCopy(core), sitewatch, loyalty };
  const comparer = new Comparer({ db, copies, log, settleSeconds });
  const comparing = new WorkLoop({
    round: () => comparer.round(),
    everyMs: lookEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Comparison interrupted, retrying'),
  });
  const repairs = new RepairsService({ db, clock, copies, comparer, requested: () => repairing.poke() });
  const repairing = new WorkLoop({
    round: () => repairs.round(),
    everyMs: lookEveryMs,
    onTrouble: (error) => log.warn({ err: error }, 'Repair of differences interrupted, retrying'),
  });
  const reconcile = new ReconcileService({ db, copies, comparer, settleSeconds, requested: () => comparing.poke() });
  return {
    officeAuditKinds: ['difference'],
    routes: reconcileRoutes(reconcile, repairs),
    personalData: { ...comparisonData, ...differenceData, ...systemData },
    loops: [comparing, repairing],
  };
}
