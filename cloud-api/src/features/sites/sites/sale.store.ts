import { sql } from 'kysely';
import { instantOfWallClock } from '@washdesk/rules/dates/wall-clock';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Tx } from '../../../db/pool.ts';

type SaleEvent = DurablePayload<'sale'>;

/**
 * Returns the customer to whom a lane would assign the code, otherwise the one with that number in the site's Sitewatch; null if unknown at
 * Stripe. The number counts only if the site listed the sale's code for that customer: a restored Sitewatch gives numbers a second time.
 */
async function customerOf(tx: Tx, site: number, { code, customer: objid }: SaleEvent): Promise<string | null> {
  const { rows } = await sql<{ customer: string | null }>`
    select coalesce(
      (select customer from roster_entry where code = ${code}::text and not removed),
      (select customer from customer_code where code = ${code}::text order by customer limit 1),
      (select customer from sitewatch_link
        where site = ${site} and objid = ${objid}::integer and (plate = ${code}::text or tag = ${code}::text or ${code}::text = any(codes))
        order by customer limit 1)
    ) as customer`.execute(tx);
  return rows[0]?.customer ?? null;
}

/**
 * Stores a sale made by a register alone, as last reported by its site. It stays with the first customer it was counted for. A number with
 * another time is another sale: a restored Sitewatch gave it again. A sale to a customer who was erased since is the alias's, without a code.
 */
export async function storeSale(tx: Tx, site: number, sale: SaleEvent, erasedCodes: ErasedCodes): Promise<void> {
  const { time_zone: zone } = await tx.selectFrom('site').select('time_zone').where('number', '=', site).executeTakeFirstOrThrow();
  const at = instantOfWallClock(sale.created, zone);
  const alias = await erasedCodes.aliasOf(tx, { code: sale.code, site, objid: sale.customer, at });
  const row = {
    objid: sale.customer,
    code: alias === null ? sale.code : null,
    plan_name: sale.planName,
    terminal: sale.terminal,
    employee: sale.employee,
    total: sale.total,
    tax: sale.tax,
    status: sale.status,
    at,
  };
  await tx
    .insertInto('sitewatch_sale')
    .values({ site, sale_id: sale.saleId, customer: alias ?? (await customerOf(tx, site, sale)), ...row })
    .onConflict((conflict) =>
      conflict.columns(['site', 'sale_id']).doUpdateSet((e) => ({
        ...row,
        customer: e
          .case()
          .when('sitewatch_sale.at', '=', e.ref('excluded.at'))
          .then(e.fn.coalesce('sitewatch_sale.customer', 'excluded.customer'))
          .else(e.ref('excluded.customer'))
          .end(),
      })),
    )
    .execute();
}
