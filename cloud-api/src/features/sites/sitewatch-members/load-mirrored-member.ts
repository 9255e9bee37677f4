import type { Tx } from '../../../db/pool.ts';
import { loadCatalogue, loadCustomerAggregates } from '../../../mirror/projection/customer-aggregates.store.ts';
import { planSummary } from '../../../mirror/projection/memberships.ts';
import { codesInMetadata } from '../../../mirror/snapshots/rows.ts';
import { codeHoldersOf } from './code-holders.store.ts';
import type { Link, MirroredMember } from './member.ts';

interface Rules {
  now: Date;
  goodDays: number;
}

/** Returns the customer from the mirror; null if unknown there. */
export const loadMirroredMember = async (tx: Tx, id: string, link: Link | null, rules: Rules): Promise<MirroredMember | null> =>
  (await loadMirroredMembers(tx, [id], new Map(link ? [[id, link]] : []), rules)).get(id) ?? null;

/** Returns those of these customers that the mirror has. @param links of the customers at one site */
export async function loadMirroredMembers(
  tx: Tx,
  ids: readonly string[],
  links: ReadonlyMap<string, Link>,
  { now, goodDays }: Rules,
): Promise<Map<string, MirroredMember>> {
  if (ids.length === 0) return new Map();
  const customers = await tx.selectFrom('mirror_customer').select(['id', 'object']).where('id', 'in', ids).execute();
  const aggregates = new Map((await loadCustomerAggregates(tx, ids)).map((aggregate) => [aggregate.customer.id, aggregate]));
  const catalogue = await loadCatalogue(tx);
  const codes = customers.flatMap(({ id, object }) => {
    const link = links.get(id);
    return [...codesInMetadata(object).map(({ code }) => code), link?.plate, link?.tag].filter((code) => typeof code === 'string');
  });
  const codeHolders = await codeHoldersOf(tx, codes);
  return new Map(
    customers.map(({ id, object }) => {
      const aggregate = aggregates.get(id);
      const plan = aggregate ? planSummary(aggregate, catalogue, now, goodDays) : null;
      return [id, { customer: object, plan, codeHolder: (code) => codeHolders.get(code) ?? null }];
    }),
  );
}
