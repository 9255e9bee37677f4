import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { assignCodes, oldestCodeHolders } from './codes.store.ts';
import { lockNumbers } from './roster.store.ts';

/** What a feature does when a customer is about to get codes or an e-mail address, in the transaction that claims the codes. */
export type OnClaim = (tx: Tx, claim: { codes: readonly string[]; email: string | null | undefined; now: Date }) => Promise<void>;

export interface CodeClaim {
  codes: readonly string[];
  /** The customer who will have the codes; null for one not created yet. */
  customer: string | null;
  operation: string;
  now: Date;
}

/**
 * Claims codes for an operation before it calls the provider, so that only one of two operations can give a code to a customer. The
 * customer's own codes are claimed too, unless another operation is using them.
 * @returns the codes that belong to another customer or are claimed for one
 */
export async function claimCodes(tx: Tx, { codes, customer, operation, now }: CodeClaim): Promise<string[]> {
  if (codes.length === 0) return [];
  await lockNumbers(tx);
  // until the customer exists the operation itself is the holder
  const holder = customer ?? operation;
  const { rows } = await sql<{ code: string }>`
    insert into code_claim (code, customer, operation, claimed)
    select wanted.code, ${holder}::text, ${operation}::uuid, ${now}::timestamptz from unnest(${codes}::text[]) wanted (code)
    where not exists (select 1 from customer_code k where k.code = wanted.code and k.source = 'stripe' and k.customer <> ${holder})
    on conflict (code) do update set operation = excluded.operation, claimed = excluded.claimed
      where code_claim.operation is null and code_claim.customer = excluded.customer
    returning code`.execute(tx);
  return codes.filter((code) => !rows.some((row) => row.code === code));
}

/** @throws Failure 409 `code_taken`: another customer has one of the codes or is about to get it */
export type ClaimOrRefuse = (tx: Tx, claim: CodeClaim & { email: string | null | undefined }) => Promise<void>;

export interface CodeHolder {
  id: string;
  name: string | null;
}

/** Returns the customers who have one of these codes at the provider, as the mirror stores them. */
export async function codeHoldersOf(tx: Db | Tx, codes: readonly string[]): Promise<CodeHolder[]> {
  const { rows } = await sql<CodeHolder>`
    select distinct k.customer as id, c.name from customer_code k left join mirror_customer c on c.id = k.customer
    where k.source = 'stripe' and k.code = any(${codes}::text[]) order by k.customer`.execute(tx);
  return rows;
}

/** Releases the claims of an operation, however it ended: they pass to the customers who now have the codes, or are removed. */
export async function releaseClaims(tx: Tx, operation: string, now: Date): Promise<void> {
  const claimed = await tx.selectFrom('code_claim').select('code').where('operation', '=', operation).execute();
  if (claimed.length === 0) return;
  await lockNumbers(tx);
  const codes = claimed.map(({ code }) => code);
  await tx.deleteFrom('code_claim').where('operation', '=', operation).execute();
  await assignCodes(tx, codes, await oldestCodeHolders(tx, codes), now);
}
