import type { Tx } from '../db/pool.ts';
import { holdCodes, holdersOf, replaceCodes } from './codes.store.ts';
import { bestClaim, membershipsOf, type CodeMembership } from './memberships.ts';
import { loadCatalogue, loadPictures } from './pictures.store.ts';
import { lockNumbers, updateRoster } from './roster.store.ts';

/**
 * What follows from the mirror, in the very transaction that changed it: the code index, the claims on codes and the roster
 * rows of these customers and of whoever shares a code with them.
 * @returns the roster's new highest number, null when no row changed
 */
export async function projectCustomers(tx: Tx, customers: readonly string[], now: Date, goodDays: number): Promise<number | null> {
  await lockNumbers(tx);
  const catalogue = await loadCatalogue(tx);
  const memberships = async (ids: readonly string[]): Promise<CodeMembership[]> =>
    (await loadPictures(tx, ids)).flatMap((picture) => membershipsOf(picture, catalogue, now, goodDays));

  const codes = await replaceCodes(tx, customers, await memberships(customers));
  const wanted = new Map<string, CodeMembership>();
  for (const next of await memberships(await holdersOf(tx, codes))) {
    const other = wanted.get(next.code);
    wanted.set(next.code, other ? bestClaim(other, next) : next);
  }
  await holdCodes(tx, codes, [...wanted.values()], now);
  return updateRoster(tx, codes, wanted);
}
