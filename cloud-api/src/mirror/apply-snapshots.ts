import type { SiteMapping } from '@washdesk/rules/company/sites';
import type { Tx } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { alertCatalogueProblems } from './catalogue-problems.store.ts';
import { withoutErased } from './erased.store.ts';
import { enqueueBegunPlans, enqueueLaterChanges } from './later-changes.store.ts';
import { affectedCustomers, mayAffectCustomers } from './projection/affected-customers.store.ts';
import { projectCustomers } from './projection/project.ts';
import { lockNumbers } from './projection/roster.store.ts';
import { writeSignUps } from './sales/sign-ups.store.ts';
import { placeCharges } from './snapshots/charge-sites.store.ts';
import { nextRead, storeSnapshots, type Change } from './snapshots/mirror.store.ts';
import type { Snapshot } from './snapshots/snapshot.ts';

export interface SnapshotContext {
  /** Company time. */
  now: Date;
  /** Days that a good status remains valid after its period (setting `goodDaysAfterPeriodEnd`). */
  goodDays: number;
  /** The site of each location of the provider (setting `siteMapping`). */
  mapping: SiteMapping;
  /** Whether the mirror is filled for the first time: nothing is projected yet, because reconcile projects all customers at the end. */
  importing?: boolean;
  /** Whether they come from an operation; a concurrent read must not overwrite its changes. */
  ofOperation?: boolean;
}

const projectAtOnce = 200;

/** The current settings and time. */
export const currentSnapshotContext = async ({ clock, settings }: { clock: Clock; settings: ReadSetting }): Promise<SnapshotContext> => ({
  goodDays: await settings('goodDaysAfterPeriodEnd'),
  mapping: await settings('siteMapping'),
  now: clock.now(),
});

/**
 * Stores the provider's objects in the mirror, with everything that follows from them: sign-ups, codes, claims, roster, and jobs for other
 * systems. The result is the same in any order and after any number of repetitions: only later reads are written.
 * @returns the changes
 */
export async function applySnapshots(tx: Tx, read: readonly Snapshot[], context: SnapshotContext): Promise<Change[]> {
  const { now, goodDays, mapping, importing = false, ofOperation = false } = context;
  const snapshots = await withoutErased(tx, read);
  // locked before any row, so that transactions that change aggregates wait only here
  if (snapshots.some(({ kind }) => mayAffectCustomers(kind))) await lockNumbers(tx);
  const numbered = ofOperation ? await nextRead(tx) : undefined;
  const changes = await storeSnapshots(tx, snapshots, { mapping, now, numbered });
  await placeCharges(tx, changes, mapping);
  await writeSignUps(tx, changes);
  await alertCatalogueProblems(tx, changes, now);
  if (importing) return changes;
  await enqueueLaterChanges(tx, changes, now);
  await enqueueBegunPlans(tx, changes, now);
  const affected = await affectedCustomers(tx, changes);
  for (let from = 0; from < affected.length; from += projectAtOnce) {
    await projectCustomers(tx, affected.slice(from, from + projectAtOnce), now, goodDays);
  }
  return changes;
}
