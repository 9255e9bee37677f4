import type { SiteMapping } from '@washdesk/rules/company/sites';
import type { Tx } from '../db/pool.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadSetting } from '../ports/settings.ts';
import { placeCharges } from './snapshots/charge-sites.store.ts';
import { storeSnapshots, type Change } from './snapshots/mirror.store.ts';
import { projectCustomers } from './projection/project.ts';
import type { Snapshot } from './snapshots/snapshot.ts';
import { lockNumbers } from './projection/roster.store.ts';
import { affectedCustomers, mayAffectCustomers } from './projection/affected-customers.store.ts';

export interface SnapshotContext {
  /** The company's time. */
  now: Date;
  /** Days that a good status outlives its period (setting `goodDaysAfterPeriodEnd`). */
  goodDays: number;
  /** Which site a location of the provider is (setting `siteMapping`). */
  mapping: SiteMapping;
  /** The mirror is filled for the first time: nothing follows yet, for reconcile projects everybody at the end. */
  importing?: boolean;
}

const projectAtOnce = 200;

/** The settings and the time as they are now. */
export const currentSnapshotContext = async ({ clock, settings }: { clock: Clock; settings: ReadSetting }): Promise<SnapshotContext> => ({
  goodDays: await settings('goodDaysAfterPeriodEnd'),
  mapping: await settings('siteMapping'),
  now: clock.now(),
});

/**
 * Takes what the provider gave into the mirror, and everything that follows from it: codes, claims, roster, and what other
 * systems are owed. In any order and any number of times it ends the same: only what was read later is written.
 * @returns what became different
 */
export async function applySnapshots(tx: Tx, snapshots: readonly Snapshot[], context: SnapshotContext): Promise<Change[]> {
  const { now, goodDays, mapping, importing = false } = context;
  // before any row, so that whoever changes pictures waits here and nowhere else
  if (snapshots.some(({ kind }) => mayAffectCustomers(kind))) await lockNumbers(tx);
  const changes = await storeSnapshots(tx, snapshots, mapping, now);
  await placeCharges(tx, changes, mapping);
  if (importing) return changes;
  const affected = await affectedCustomers(tx, changes);
  for (let from = 0; from < affected.length; from += projectAtOnce) {
    await projectCustomers(tx, affected.slice(from, from + projectAtOnce), now, goodDays);
  }
  return changes;
}
