import type { ComparedCode } from '@washdesk/rules/reconcile/compare-roster';
import { compareRoster } from '@washdesk/rules/reconcile/compare-roster';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import type { Tx } from '../../db/pool.ts';
import { holdersOf } from '../projection/codes.store.ts';
import { loadCatalogue, loadCustomerAggregates } from '../projection/customer-aggregates.store.ts';
import { membershipsOf, planSummary, type CodeMembership } from '../projection/memberships.ts';
import { bestClaims } from '../projection/project.ts';
import type { RosterEntryRow } from '../projection/roster.store.ts';

export interface RosterRules {
  now: Date;
  goodDays: number;
}

/** The codes that concern some customers: as the roster must have each, and as it has them. */
export interface RosterSides {
  wanted: ReadonlyMap<string, CodeMembership>;
  stored: ReadonlyMap<string, RosterEntryRow>;
}

/** Computes the roster's rows of these customers from the mirror, and reads the stored ones. Call it in one snapshot of the database. */
export async function rosterSides(tx: Tx, customers: readonly string[], { now, goodDays }: RosterRules): Promise<RosterSides> {
  const catalogue = await loadCatalogue(tx);
  const memberships = async (ids: readonly string[]): Promise<CodeMembership[]> =>
    (await loadCustomerAggregates(tx, ids)).flatMap((one) => membershipsOf(one, planSummary(one, catalogue, now, goodDays)));
  const own = await memberships(customers);
  const indexed = await tx
    .selectFrom('customer_code')
    .select('code')
    .where('source', '=', 'stripe')
    .where('customer', 'in', [...customers, ''])
    .execute();
  const meant = await tx
    .selectFrom('roster_entry')
    .select('code')
    .where('customer', 'in', [...customers, ''])
    .where('removed', '=', false)
    .execute();
  const codes = [...new Set([...own, ...indexed, ...meant].map(({ code }) => code))];
  const others = (await holdersOf(tx, codes)).filter((id) => !customers.includes(id));
  const wanted = bestClaims([...own, ...(await memberships(others))].filter(({ code }) => codes.includes(code)));
  const rows = await tx
    .selectFrom('roster_entry')
    .selectAll()
    .where('code', 'in', [...codes, ''])
    .where('removed', '=', false)
    .execute();
  return { wanted, stored: new Map(rows.map((row) => [row.code, row])) };
}

const compared = ({ code, name, customer, good_until, plan_name, product_class }: CodeMembership | RosterEntryRow): ComparedCode => ({
  code,
  member: name ?? customer,
  goodUntil: good_until?.toISOString() ?? null,
  plan: plan_name,
  productClass: product_class,
});

/** Returns the differences of the roster by customer: a code belongs to the customer whom the lanes must see. */
export function rosterDifferences({ wanted, stored }: RosterSides, now: Date): Map<string, Difference[]> {
  const found = compareRoster([...wanted.values()].map(compared), [...stored.values()].map(compared), now.toISOString());
  return Map.groupBy(found, ({ about }) => (wanted.get(about) ?? stored.get(about))!.customer);
}
