import pg from 'pg';
import { argon2Hasher } from '@washdesk/cloud-api/adapters/argon2/argon2-hasher';
import type { Company } from '@washdesk/simulators/company/company';
import { cloudRows } from './cloud-rows.ts';
import type { CloudTable } from './cloud-table.ts';

/**
 * Fills an empty, migrated database of cloud-api with PostgreSQL's own data: sites, staff, service accounts, flags, promos, notes and
 * usage. Of the mirror, writes only the customers whom Stripe no longer has: `reconcile` reads all others from the Stripe simulator.
 */
export async function seedCloud(databaseUrl: string, company: Company): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await cloudRows(company, argon2Hasher());
    await client.query('begin');
    for (const table of tables) await insert(client, table);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Inserts all rows of a table at once; missing columns get their defaults. */
async function insert(client: pg.Client, { name, rows }: CloudTable): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await client.query(`insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1)`, [
    JSON.stringify(rows),
  ]);
}
