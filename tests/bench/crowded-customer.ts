import pg from 'pg';

/** A customer of many years; the seeded company has none like it. */
export const crowdedCustomerSize = { washes: 5_000, invoices: 60, charges: 60, notes: 200 };

/** Copies each of the customer's rows under another id, each one month earlier. */
const copies = (table: 'mirror_invoice' | 'mirror_charge'): string => `
  insert into ${table}
  select (jsonb_populate_record(one, jsonb_build_object(
    'id', one.id || '_' || n,
    'created', one.created - n * interval '1 day',
    'object', jsonb_set(jsonb_set(one.object, '{id}', to_jsonb(one.id || '_' || n)), '{created}', to_jsonb((one.object->>'created')::bigint - n * 86400))
  ))).*
  from ${table} one, generate_series(1, $2::int) n where one.id = (select id from ${table} where customer = $1 order by created desc limit 1)`;

/** Adds washes, invoices, charges and notes to a seeded customer, in the database only. */
export async function fillCustomer(databaseUrl: string, customer: string, plate: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query(
      `insert into usage (id, customer, code, plan_name, site, terminal, employee, source, sale_id, at)
       select gen_random_uuid(), $1, $2, 'Super Kiss', 12, 'Washcashier1', 101, 'redeem', 900000 + n, now() - n * interval '7 hours'
       from generate_series(1, $3::int) n`,
      [customer, plate, crowdedCustomerSize.washes],
    );
    await database.query(
      `insert into note (id, customer, note, attention, agent, created)
       select gen_random_uuid(), $1, 'Called about the gate of lane ' || n, false, 'Dana Whitfield', now() - n * interval '3 days'
       from generate_series(1, $2::int) n`,
      [customer, crowdedCustomerSize.notes],
    );
    await database.query(copies('mirror_invoice'), [customer, crowdedCustomerSize.invoices - 1]);
    await database.query(copies('mirror_charge'), [customer, crowdedCustomerSize.charges - 1]);
  } finally {
    await database.end();
  }
}
