import Firebird from 'node-firebird';
import pg from 'pg';
import type { Company } from '@washdesk/simulators/company/company';

/** What differs of one member each; the parameter is the customer. */
const plants = [
  `update loyalty_member set groups = '{None}' where customer = $1`,
  `update loyalty_member set groups = '{None}' where customer = $1`,
  `update loyalty_card set first_name = 'Robin' where customer = $1`,
  `delete from loyalty_card where customer = $1`,
  `update mirror_customer set email = 'former@example.com', object = jsonb_set(object, '{email}', '"former@example.com"') where id = $1`,
  `update mirror_customer set phone = '815-555-0199', object = jsonb_set(object, '{phone}', '"815-555-0199"') where id = $1`,
];

/** Payments whose events never arrived: the newest paid invoice of a member, and the newest refund. */
const paymentPlants = {
  invoice: `update mirror_invoice set object = jsonb_set(object, '{total}', to_jsonb((object->>'total')::bigint + 100)) where id = (
    select id from mirror_invoice where customer = $1 and status = 'paid' order by created desc limit 1)`,
  refund: `update mirror_refund set status = 'pending', object = jsonb_set(object, '{status}', '"pending"') where id = (
    select r.id from mirror_refund r join mirror_charge c on c.id = r.charge
    where r.status = 'succeeded' and c.customer <> all($1) order by r.created desc limit 1)`,
};

/** Plants some differences between systems, so that `/admin/reconcile` of the workbench finds them. No edge case has one. */
export async function plantDifferences(databaseUrl: string, { members, edgeCases }: Company): Promise<void> {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const planted = members.filter(
    ({ id, subscription, theCard, deleted }) => subscription?.status === 'active' && theCard !== null && !deleted && !special.has(id),
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // the last ones: searches and lists of the walks show the first
    for (const [index, statement] of plants.entries()) {
      const member = planted.at(-1 - index);
      if (member) await client.query(statement, [member.id]);
    }
    const payer = planted.at(-1 - plants.length);
    if (payer) await client.query(paymentPlants.invoice, [payer.id]);
    await client.query(paymentPlants.refund, [[...special]]);
  } finally {
    await client.end();
  }
}

interface SitewatchAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

const unknownCustomer = [
  `insert into CUSTOMER (OBJID, FIRSTNAME, LASTNAME, EMAIL) values (?, 'Jordan', 'Blake', 'jordan.blake@example.com')`,
  `insert into CUSTOMERCODE (OBJID, CUSTOMER, CODE) values (next value for GEN_OBJID, ?, 'GIVEN77-IL')`,
  `insert into CUSTOMERPLAN (OBJID, CUSTOMER, PLANTYPE, STARTS, EXPIRES)
    select first 1 next value for GEN_OBJID, cast(? as integer), OBJID, current_date - 20, current_date + 400
    from PLANTYPE where KIND = 'U' and ISSTRIPE = 1 and PRODUCTCLASS is not null order by OBJID`,
];

/** Gives a Stripe plan in a site's Sitewatch to a customer whom Washdesk does not have. */
export async function plantUnknownCustomer(address: SitewatchAddress): Promise<void> {
  const database = await Firebird.attachAsync({ ...address, encoding: 'UTF8' });
  try {
    const [next] = await database.queryAsync<{ OBJID: number }>('select next value for GEN_OBJID as OBJID from RDB$DATABASE');
    for (const statement of unknownCustomer) await database.queryAsync(statement, [next!.OBJID]);
  } finally {
    await database.detachAsync();
  }
}
