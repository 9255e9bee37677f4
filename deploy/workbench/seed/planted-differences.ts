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
  } finally {
    await client.end();
  }
}
