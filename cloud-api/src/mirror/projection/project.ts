import type { Tx } from '../../db/pool.ts';
import { enqueueConvergence } from '../../jobs/enqueue-convergence.store.ts';
import { assignCodes, holdersOf, oldestCodeHolders, replaceCodes } from './codes.store.ts';
import { loadCatalogue, loadCustomerAggregates } from './customer-aggregates.store.ts';
import { convergeFingerprint, deletedFingerprint } from './fingerprint.ts';
import { changeFingerprints } from './fingerprints.store.ts';
import { bestClaim, membershipsOf, planSummary, type CodeMembership, type CustomerAggregate } from './memberships.ts';
import { rememberPreviousCodes } from './previous-codes.store.ts';
import { lockNumbers, updateRoster, customersOfMovedCodes } from './roster.store.ts';

/**
 * Updates everything that follows from the mirror, in the transaction that changed it: the code index, the claims on codes, the roster rows
 * of these customers and of all who share a code with them, and jobs for other systems.
 * @param importing customers stored for the first time cause no jobs: other systems already have them
 * @returns the roster's new highest number, null when no row changed
 */
export async function projectCustomers(
  tx: Tx,
  customers: readonly string[],
  now: Date,
  goodDays: number,
  importing = false,
): Promise<number | null> {
  await lockNumbers(tx);
  const catalogue = await loadCatalogue(tx);
  const summaryOf = (aggregate: CustomerAggregate) => planSummary(aggregate, catalogue, now, goodDays);
  const memberships = (aggregates: readonly CustomerAggregate[]): CodeMembership[] =>
    aggregates.flatMap((aggregate) => membershipsOf(aggregate, summaryOf(aggregate)));

  const own = await loadCustomerAggregates(tx, customers);
  const { affected: codes, dropped } = await replaceCodes(tx, customers, memberships(own));
  await rememberPreviousCodes(tx, dropped, now);
  const wanted = bestClaims(memberships(await loadCustomerAggregates(tx, await holdersOf(tx, codes))));
  await assignCodes(tx, codes, await oldestCodeHolders(tx, codes), now);
  const fingerprints = new Map(own.map((aggregate) => [aggregate.customer.id, convergeFingerprint(aggregate, summaryOf(aggregate))]));
  const changed = await changeFingerprints(
    tx,
    customers.map((customer) => ({ customer, fingerprint: fingerprints.get(customer) ?? deletedFingerprint })),
  );
  const needingJobs = changed.filter(({ customer, first }) => !first || !(importing || !fingerprints.has(customer)));
  const moved = importing ? [] : await customersOfMovedCodes(tx, codes, wanted);
  await enqueueConvergence(tx, [...new Set([...needingJobs.map(({ customer }) => customer), ...moved])], now);
  return updateRoster(tx, codes, wanted);
}

/** Returns the membership that lanes see of each code. */
export function bestClaims(memberships: readonly CodeMembership[]): Map<string, CodeMembership> {
  const best = new Map<string, CodeMembership>();
  for (const next of memberships) {
    const other = best.get(next.code);
    best.set(next.code, other ? bestClaim(other, next) : next);
  }
  return best;
}
