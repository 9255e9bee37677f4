import { sql } from 'kysely';
import type { ProviderSchedule, ProviderSubscription } from '../../common/provider-objects.ts';
import type { Tx } from '../../db/pool.ts';
import { isDifferent, type Change } from '../snapshots/mirror.store.ts';

/** Kinds of change that may affect a customer's status, codes and roster rows. */
const matters = new Set<Change['kind']>(['product', 'price', 'customer', 'subscription', 'schedule']);

export const mayAffectCustomers = (kind: Change['kind']): boolean => matters.has(kind);

/** Returns the customers whose aggregate these changes affect; for a plan all of its subscribers. */
export async function affectedCustomers(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  const different = changes.filter((change) => mayAffectCustomers(change.kind) && isDifferent(change));
  const affected = new Set<string>();
  const plans: string[] = [];
  for (const { kind, snapshot, before } of different) {
    const { id } = snapshot.object;
    if (kind === 'customer') affected.add(id);
    else if (kind === 'product' || kind === 'price') plans.push(id);
    else affected.add(((before ?? snapshot.object) as ProviderSubscription | ProviderSchedule).customer);
  }
  for (const customer of await subscribersOf(tx, plans)) affected.add(customer);
  return [...affected].toSorted();
}

/** @param plans ids of prices and products */
async function subscribersOf(tx: Tx, plans: readonly string[]): Promise<string[]> {
  if (plans.length === 0) return [];
  const { rows } = await sql<{ customer: string }>`
    select distinct s.customer from mirror_subscription s join mirror_price p on p.id = s.price
    where p.id = any(${plans}::text[]) or p.product = any(${plans}::text[])`.execute(tx);
  return rows.map((row) => row.customer);
}
