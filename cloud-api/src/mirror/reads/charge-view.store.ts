import { sql } from 'kysely';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderCharge } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import { chargeView } from './charge-view.ts';
import { mirroredRow } from './mirrored.ts';

interface Row {
  object: ProviderCharge;
  site: number | null;
  dispute: string | null;
  customer: string | null;
  name: string | null;
  plate: string | null;
  tag: string | null;
  deleted: boolean | null;
  invoice: string | null;
  invoice_description: string | null;
}

/** Charges of one customer, none deleted, with the range of their creation times. */
export interface CustomerPage {
  customer: string;
  from: Date;
  /** After the newest of them. */
  until: Date;
}

type Person = Pick<Row, 'customer' | 'name' | 'plate' | 'tag' | 'deleted'>;

function customerView({ customer, name, plate, tag, deleted }: Person): Charge['customer'] {
  if (customer === null) return null;
  return { id: customer, name, deleted: deleted ?? false, metadata: { CustomerCode: plate, SecondaryCode: tag } };
}

const asView = (row: Row): Charge =>
  chargeView(row.object, {
    customer: customerView(row),
    invoice: row.invoice === null ? null : { id: row.invoice, description: row.invoice_description },
    dispute: row.dispute,
    site: row.site,
  });

/** Any charge and its invoice, looked up one by one. */
const ofAnyone = {
  charges: sql`mirror_charge`,
  invoice: sql`lateral (select id, object->'lines'->'data'->0 as line from mirror_invoice where payment_intent = c.payment_intent limit 1) i on true`,
};

/**
 * A page of one customer's charges and their invoices, by indexes that store them together: each single lookup would be a disk read in a
 * large company. `offset 0` keeps the planner from looking up the charges by id anyway.
 */
const ofOne = ({ customer, from, until }: CustomerPage): typeof ofAnyone => ({
  charges: sql`(
      select * from mirror_charge where customer = ${customer} and deleted_at is null and created >= ${from} and created < ${until} offset 0
    )`,
  invoice: sql`lateral (
      select id, object->'lines'->'data'->0 as line from mirror_invoice
      where customer = ${customer} and payment_intent = c.payment_intent limit 1
    ) i on true`,
});

/**
 * Returns charges for display, in the requested order; with the last of several disputes, and the plan's name of an invoice.
 * @param page if they are a page of one customer's
 */
export async function viewCharges(db: Db, ids: readonly string[], page?: CustomerPage): Promise<Charge[]> {
  const { charges, invoice } = page === undefined ? ofAnyone : ofOne(page);
  const { rows } = await sql<Row>`
    select c.object, c.site, d.id as dispute, c.customer, p.deleted_at is not null as deleted, p.object->>'name' as name,
      p.object->'metadata'->>${sql.lit(customerKeys.plate)} as plate, p.object->'metadata'->>${sql.lit(customerKeys.tag)} as tag,
      i.id as invoice, coalesce(plan.object->>'nickname', i.line->>'description') as invoice_description
    from unnest(${ids}::text[]) with ordinality wanted (id, place)
    join ${charges} c on c.id = wanted.id
    left join mirror_customer p on p.id = c.customer
    left join lateral (select id from mirror_dispute where charge = c.id order by created desc, id limit 1) d on true
    left join ${invoice}
    left join mirror_price plan on plan.id = i.line->'pricing'->'price_details'->>'price'
    order by wanted.place`.execute(db);
  return rows.map(asView);
}

/** Returns the view of a charge just made that may not be in the mirror yet: without invoice or dispute. */
export async function viewNewCharge(db: Db, charge: ProviderCharge, site: number | null): Promise<Charge> {
  const { customer } = charge;
  const row = customer ? await mirroredRow(db, 'customer', customer) : null;
  const { [customerKeys.plate]: plate = null, [customerKeys.tag]: tag = null } = row?.object.metadata ?? {};
  const view = customerView({ customer, name: row?.object.name ?? null, plate, tag, deleted: row?.deleted ?? false });
  return chargeView(charge, { invoice: null, dispute: null, site, customer: view });
}
