import { sql } from 'kysely';
import type { ProviderKind } from '../common/provider-objects.ts';
import type { Person } from '../db/personal-data.ts';
import type { Tx } from '../db/pool.ts';
import { markErased } from './erased.store.ts';
import { nextRead } from './snapshots/mirror.store.ts';
import { reducedObject } from './snapshots/reduced.ts';
import { kindsInOrder, mirrorTables, rowMakers } from './snapshots/tables.ts';

/** Kinds that name their customer in a column. */
const named: ReadonlySet<ProviderKind> = new Set(['subscription', 'schedule', 'invoice', 'payment_intent', 'charge', 'payment_method']);

/**
 * Removes a person from the mirror: customer and cards go, other objects stay without personal values and under the alias. A stub with the
 * alias keeps what the books refer to. Later reads of these objects are reduced likewise.
 */
export async function eraseFromMirror(tx: Tx, erasure: string, { customer, alias, objects }: Person): Promise<Record<string, number>> {
  await markErased(tx, erasure, [customer, ...objects]);
  const removed: Record<string, number> = {};
  const readSeq = await nextRead(tx);
  await sql`
    insert into mirror_customer (id, object, read_seq, deleted_at, created, search)
    select ${alias}, jsonb_build_object('id', ${alias}::text, 'deleted', true), read_seq, coalesce(deleted_at, now()), created, ''
    from mirror_customer where id = ${customer} on conflict do nothing`.execute(tx);
  for (const kind of kindsInOrder) {
    const table = sql.table(mirrorTables[kind]);
    const { rows } = await sql<{ id: string; object: { id: string } }>`
      select id, object from ${table}
      where id = any(${[customer, ...objects]}::text[]) ${named.has(kind) ? sql`or customer = ${customer}` : sql``}
      order by id for no key update`.execute(tx);
    for (const { id, object } of rows) await reduce(tx, kind, { id, object, readSeq, alias });
    if (rows.length > 0) removed[mirrorTables[kind]] = rows.length;
  }
  return removed;
}

interface Reduction {
  id: string;
  object: { id: string };
  readSeq: number;
  alias: string;
}

async function reduce(tx: Tx, kind: ProviderKind, { id, object, readSeq, alias }: Reduction): Promise<void> {
  const table = sql.table(mirrorTables[kind]);
  const reduced = reducedObject(kind, object, alias);
  if (reduced === null) return void (await sql`delete from ${table} where id = ${id}`.execute(tx));
  // the site of a subscription or sale was determined when it was stored, and stays
  const { id: _, site: _site, ...columns } = rowMakers[kind](reduced as never, {});
  const set = { ...columns, object: JSON.stringify(reduced), read_seq: readSeq };
  const values = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${table} set ${sql.join(values)} where id = ${id}`.execute(tx);
}
