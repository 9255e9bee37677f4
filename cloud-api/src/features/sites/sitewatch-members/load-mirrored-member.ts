import type { Tx } from '../../../db/pool.ts';
import { loadCatalogue, loadCustomerAggregates } from '../../../mirror/projection/customer-aggregates.store.ts';
import { planSummary } from '../../../mirror/projection/memberships.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { codesInMetadata } from '../../../mirror/snapshots/rows.ts';
import { codeHoldersOf } from './code-holders.store.ts';
import type { Link, MirroredMember } from './member.ts';

/** Returns the customer from the mirror; null if unknown there. */
export async function loadMirroredMember(
  tx: Tx,
  id: string,
  link: Link | null,
  { now, goodDays }: { now: Date; goodDays: number },
): Promise<MirroredMember | null> {
  const customer = await mirrored(tx, 'customer', id);
  if (!customer) return null;
  const [aggregate] = await loadCustomerAggregates(tx, [id]);
  const plan = aggregate ? planSummary(aggregate, await loadCatalogue(tx), now, goodDays) : null;
  const codes = [...codesInMetadata(customer).map(({ code }) => code), link?.plate, link?.tag].filter((code) => typeof code === 'string');
  const codeHolders = await codeHoldersOf(tx, codes);
  return { customer, plan, codeHolder: (code) => codeHolders.get(code) ?? null };
}
