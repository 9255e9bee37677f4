import { sql } from 'kysely';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderCharge } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

export interface FoundCharge {
  charge: ProviderCharge;
  customer: string | null;
  customerDeleted: boolean;
  /** The card's; null if the provider has none. */
  fingerprint: string | null;
}

/** A charge with its customer's fields from the mirror. */
const found = (condition: ReturnType<typeof sql<boolean>>) => sql<FoundCharge>`
  select c.object as charge, c.customer, c.fingerprint, p.deleted_at is not null as "customerDeleted"
  from mirror_charge c left join mirror_customer p on p.id = c.customer
  where ${condition} and c.deleted_at is null
  order by c.created desc, c.id desc`;

export async function chargeById(db: Db, id: string): Promise<FoundCharge | null> {
  const { rows } = await found(sql<boolean>`c.id = ${id}`).execute(db);
  return rows[0] ?? null;
}

/** Returns a customer's charges of plans and at the office, newest first: not those of a register. */
export async function chargesOfCustomer(db: Db, customer: string): Promise<FoundCharge[]> {
  const { rows } = await found(sql<boolean>`c.customer = ${customer} and c.object->'metadata'->>${paymentKeys.saleId} is null`).execute(db);
  return rows;
}

/** Returns every charge of one card, newest first. */
export async function chargesOfCard(db: Db, fingerprint: string): Promise<FoundCharge[]> {
  const { rows } = await found(sql<boolean>`c.fingerprint = ${fingerprint}`).execute(db);
  return rows;
}
