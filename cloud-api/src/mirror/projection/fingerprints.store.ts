import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** @returns the customers whose fingerprint has changed; `first` if there was none */
export async function changeFingerprints(
  tx: Tx,
  fingerprints: readonly { customer: string; fingerprint: string }[],
): Promise<{ customer: string; first: boolean }[]> {
  const { rows } = await sql<{ customer: string; first: boolean }>`
    with given as (
      select * from unnest(${fingerprints.map(({ customer }) => customer)}::text[], ${fingerprints.map(({ fingerprint }) => fingerprint)}::text[]) g (id, fingerprint)
    ), before as (
      select c.id, c.converge_fingerprint is null as first from mirror_customer c join given on given.id = c.id
      where c.converge_fingerprint is distinct from given.fingerprint
    )
    update mirror_customer c set converge_fingerprint = given.fingerprint
    from given join before on before.id = given.id
    where c.id = given.id
    returning c.id as customer, before.first`.execute(tx);
  return rows;
}
