import type { Tx } from '../db/pool.ts';

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
