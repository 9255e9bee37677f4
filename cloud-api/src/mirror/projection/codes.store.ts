import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

/** The source of codes of Stripe's customers; a site's own codes have the site as their source. */
const source = 'stripe';

export interface CodeHolding {
  code: string;
  customer: string;
}

const nameOf = ({ code, customer }: CodeHolding): string => `${customer} ${code}`;

/** Makes the code index contain exactly these codes of these customers. @returns every code they had or have, and who lost which */
export async function replaceCodes(
  tx: Tx,
  customers: readonly string[],
  codes: readonly CodeHolding[],
): Promise<{ affected: string[]; dropped: CodeHolding[] }> {
  if (customers.length === 0) return { affected: [], dropped: [] };
  const had = await tx
    .selectFrom('customer_code')
    .select(['code', 'customer'])
    .where('source', '=', source)
    .where('customer', 'in', customers)
    .execute();
  const [before, after] = [new Set(had.map(nameOf)), new Set(codes.map(nameOf))];
  const dropped = had.filter((one) => !after.has(nameOf(one)));
  await dropCodes(tx, dropped);
  const added = codes.filter((one) => !before.has(nameOf(one)));
  if (added.length) {
    await tx
      .insertInto('customer_code')
      .values(added.map(({ code, customer }) => ({ code, customer, source })))
      .execute();
  }
  return { affected: [...new Set([...had, ...codes].map(({ code }) => code))], dropped };
}

async function dropCodes(tx: Tx, dropped: readonly CodeHolding[]): Promise<void> {
  await sql`
    delete from customer_code c
    using unnest(${dropped.map(({ code }) => code)}::text[], ${dropped.map(({ customer }) => customer)}::text[]) gone (code, customer)
    where c.source = ${source} and c.code = gone.code and c.customer = gone.customer`.execute(tx);
}

/** Returns a customer's codes, including those shared with other customers. */
export async function codesOf(db: Db | Tx, customer: string): Promise<string[]> {
  const rows = await db.selectFrom('customer_code').select('code').distinct().where('customer', '=', customer).orderBy('code').execute();
  return rows.map(({ code }) => code);
}

/** Returns all customers with one of these codes. */
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

/** Returns for each code the customer who had it first: the claim belongs to that customer. */
export async function oldestCodeHolders(tx: Tx, codes: readonly string[]): Promise<CodeHolding[]> {
  const { rows } = await sql<CodeHolding>`
    select distinct on (k.code) k.code, k.customer
    from customer_code k left join mirror_customer c on c.id = k.customer
    where k.source = ${source} and k.code = any(${codes}::text[])
    order by k.code, c.created, k.customer`.execute(tx);
  return rows;
}

/**
 * The customer who has had a code longest holds it: a new customer cannot take it. A claim that an operation made before its call to the
 * provider stays until that operation has ended; correct claims are not rewritten.
 * @param codes every code to assign; those without a holder become free
 */
export async function assignCodes(tx: Tx, codes: readonly string[], holders: readonly CodeHolding[], now: Date): Promise<void> {
  if (codes.length === 0) return;
  const held = holders.map(({ code }) => code);
  await sql`delete from code_claim where code = any(${codes}::text[]) and code <> all(${held}::text[]) and operation is null`.execute(tx);
  if (holders.length === 0) return;
  await tx
    .insertInto('code_claim')
    .values(holders.map(({ code, customer }) => ({ code, customer, operation: null, claimed: now })))
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((e) => ({ customer: e.ref('excluded.customer'), claimed: e.ref('excluded.claimed') }))
        .where('code_claim.operation', 'is', null)
        .whereRef('code_claim.customer', '<>', 'excluded.customer'),
    )
    .execute();
}

export interface SharedCode {
  code: string;
  /** The customers, oldest first. */
  customers: string[];
  /** The holder of the claim. */
  holder: string | null;
}

/** Returns codes that more than one live customer has, for a person to check. */
export async function sharedCodes(db: Db): Promise<SharedCode[]> {
  const { rows } = await sql<SharedCode>`
    select k.code, array_agg(k.customer order by c.created, k.customer) as customers,
      (select customer from code_claim where code_claim.code = k.code) as holder
    from customer_code k left join mirror_customer c on c.id = k.customer
    where k.source = ${source} group by k.code having count(*) > 1 order by k.code`.execute(db);
  return rows;
}
