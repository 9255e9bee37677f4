import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';

/** Codes that Stripe's customers bear; a site's own codes have the site as their source. */
const source = 'stripe';

/** Makes the code index say exactly this of these customers. @returns every code they had or have */
export async function replaceCodes(
  tx: Tx,
  customers: readonly string[],
  codes: readonly { code: string; customer: string }[],
): Promise<string[]> {
  if (customers.length === 0) return [];
  const had = await tx
    .deleteFrom('customer_code')
    .where('source', '=', source)
    .where('customer', 'in', customers)
    .returning('code')
    .execute();
  if (codes.length) {
    await tx
      .insertInto('customer_code')
      .values(codes.map(({ code, customer }) => ({ code, customer, source })))
      .execute();
  }
  return [...new Set([...had, ...codes].map(({ code }) => code))];
}

/** Everyone who bears one of these codes. */
export async function holdersOf(tx: Tx, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await tx
    .selectFrom('customer_code')
    .select('customer')
    .distinct()
    .where('source', '=', source)
    .where('code', 'in', codes)
    .execute();
  return rows.map((row) => row.customer);
}

/**
 * Whoever is meant by a code holds it: a new customer may not take it. A claim that a deed made before its call to the provider
 * stands until that deed is done with it.
 * @param codes every code that was looked at; those without a holder are free again
 */
export async function holdCodes(
  tx: Tx,
  codes: readonly string[],
  holders: readonly { code: string; customer: string }[],
  now: Date,
): Promise<void> {
  if (codes.length === 0) return;
  await tx.deleteFrom('code_claim').where('code', 'in', codes).where('deed', 'is', null).execute();
  if (holders.length === 0) return;
  await tx
    .insertInto('code_claim')
    .values(holders.map(({ code, customer }) => ({ code, customer, deed: null, claimed: now })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** How many codes are borne by more than one customer: someone has to look at them. */
export async function countSharedCodes(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select code from customer_code where source = ${source} group by code having count(*) > 1) shared`.execute(
    db,
  );
  return rows[0]!.count;
}
