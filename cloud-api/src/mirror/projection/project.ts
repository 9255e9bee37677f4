import type { Tx } from '../../db/pool.ts';
import { oweConvergence } from '../../jobs/converge.store.ts';
import { holdCodes, holdersOf, oldestBearers, replaceCodes } from './codes.store.ts';
import { rememberFormerCodes } from './former-codes.store.ts';
import { changeMarks } from './marks.store.ts';
import { convergeMark, deletedMark } from './marks.ts';
import { bestClaim, membershipsOf, standingOf, type CodeMembership, type CustomerPicture } from './memberships.ts';
import { loadCatalogue, loadPictures } from './pictures.store.ts';
import { lockNumbers, updateRoster, whoseCodesMove } from './roster.store.ts';

/**
 * What follows from the mirror, in the very transaction that changed it: the code index, the claims on codes, the roster
 * rows of these customers and of whoever shares a code with them, and what other systems are owed.
 * @param importing customers who were never looked at before owe nothing: the company knows them already
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
  const standing = (picture: CustomerPicture) => standingOf(picture, catalogue, now, goodDays);
  const memberships = (pictures: readonly CustomerPicture[]): CodeMembership[] =>
    pictures.flatMap((picture) => membershipsOf(picture, standing(picture)));

  const own = await loadPictures(tx, customers);
  const { touched: codes, dropped } = await replaceCodes(tx, customers, memberships(own));
  await rememberFormerCodes(tx, dropped, now);
  const wanted = new Map<string, CodeMembership>();
  for (const next of memberships(await loadPictures(tx, await holdersOf(tx, codes)))) {
    const other = wanted.get(next.code);
    wanted.set(next.code, other ? bestClaim(other, next) : next);
  }
  await holdCodes(tx, codes, await oldestBearers(tx, codes), now);
  const marks = new Map(own.map((picture) => [picture.customer.id, convergeMark(picture, standing(picture))]));
  const changed = await changeMarks(
    tx,
    customers.map((customer) => ({ customer, mark: marks.get(customer) ?? deletedMark })),
  );
  const owing = changed.filter(({ customer, first }) => !first || !(importing || !marks.has(customer)));
  const moved = importing ? [] : await whoseCodesMove(tx, codes, wanted);
  await oweConvergence(tx, [...new Set([...owing.map(({ customer }) => customer), ...moved])], now);
  return updateRoster(tx, codes, wanted);
}
