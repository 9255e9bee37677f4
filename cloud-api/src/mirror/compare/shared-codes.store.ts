import { sql } from 'kysely';
import type { Difference } from '@washdesk/rules/reconcile/difference-kinds';
import type { Tx } from '../../db/pool.ts';

/** Returns the codes of these customers that other live customers have too, each once: of the customer who had it first. */
export async function sharedCodesOf(tx: Tx, customers: readonly string[]): Promise<(Difference & { customer: string })[]> {
  if (customers.length === 0) return [];
  const { rows } = await sql<{ code: string; holders: { id: string; name: string | null }[] }>`
    select k.code, json_agg(json_build_object('id', c.id, 'name', c.name) order by c.created, c.id) as holders
    from customer_code k join mirror_customer c on c.id = k.customer and c.deleted_at is null
    where k.source = 'stripe' and k.code in (
      select code from customer_code where source = 'stripe' and customer = any(${customers}::text[]))
    group by k.code having count(*) > 1`.execute(tx);
  return rows.flatMap(({ code, holders: [first, ...others] }) => {
    if (!first || !customers.includes(first.id)) return [];
    const nameOf = ({ id, name }: { id: string; name: string | null }): string => name ?? id;
    const fields = [{ name: 'Member', right: nameOf(first), wrong: others.map(nameOf).join('; ') }];
    return [{ kind: 'code-shared' as const, about: code, customer: first.id, fields }];
  });
}
