import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** @returns the customers whose mark is another now; `first` where there was none */
export async function changeMarks(
  tx: Tx,
  marks: readonly { customer: string; mark: string }[],
): Promise<{ customer: string; first: boolean }[]> {
  const { rows } = await sql<{ customer: string; first: boolean }>`
    with given as (
      select * from unnest(${marks.map(({ customer }) => customer)}::text[], ${marks.map(({ mark }) => mark)}::text[]) g (id, mark)
    ), before as (
      select c.id, c.converge_mark is null as first from mirror_customer c join given on given.id = c.id
      where c.converge_mark is distinct from given.mark
    )
    update mirror_customer c set converge_mark = given.mark
    from given join before on before.id = given.id
    where c.id = given.id
    returning c.id as customer, before.first`.execute(tx);
  return rows;
}
