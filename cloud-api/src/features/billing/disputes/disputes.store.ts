import { sql } from 'kysely';
import type { ProviderCharge, ProviderDispute } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

export interface FoundDispute {
  dispute: ProviderDispute;
  /** Null until the mirror has it. */
  charge: ProviderCharge | null;
}

const found = (condition: ReturnType<typeof sql<boolean>>) => sql<FoundDispute>`
  select d.object as dispute, c.object as charge from mirror_dispute d left join mirror_charge c on c.id = d.charge
  where ${condition} and d.deleted_at is null
  order by d.created desc, d.id desc`;

export async function disputeById(db: Db, id: string): Promise<FoundDispute | null> {
  const { rows } = await found(sql<boolean>`d.id = ${id}`).execute(db);
  return rows[0] ?? null;
}

/** Newest first. */
export async function disputesOf(db: Db, customer: string): Promise<FoundDispute[]> {
  const { rows } = await found(sql<boolean>`c.customer = ${customer}`).execute(db);
  return rows;
}
