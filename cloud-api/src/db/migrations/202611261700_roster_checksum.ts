import { sql, type Kysely } from 'kysely';

/**
 * The checksum of the roster, kept by the table itself, whichever process or release writes it. `roster_digest` computes what the agent
 * computes (shared/site-protocol/roster-checksum.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`lock table roster_entry in share row exclusive mode`.execute(db);
  await sql`
    create function roster_digest(
      seq bigint, code text, customer text, plan_name text, product_class text, status text, good_until timestamptz, price_increase boolean,
      groups text[], removed boolean
    ) returns bigint language sql stable parallel safe as $$
      select ('x' || left(encode(sha256(convert_to(concat(
        seq, chr(31), code, chr(31), customer, chr(31), plan_name, chr(31), product_class, chr(31), status, chr(31),
        floor(extract(epoch from good_until) * 1000)::bigint, chr(31), price_increase::text, chr(31), array_to_string(groups, chr(30)), chr(31),
        removed::text
      ), 'UTF8')), 'hex'), 16))::bit(64)::bigint
    $$`.execute(db);
  await sql`create table roster_checksum (value bigint not null)`.execute(db);
  await sql`insert into roster_checksum (value) select coalesce(bit_xor(${digest('r')}), 0) from roster_entry r where not removed`.execute(
    db,
  );
  await addTrigger(db, { on: 'insert', tables: 'new table as added', changed: ['added'] });
  await addTrigger(db, { on: 'update', tables: 'old table as gone new table as added', changed: ['gone', 'added'] });
  await addTrigger(db, { on: 'delete', tables: 'old table as gone', changed: ['gone'] });
  await sql`
    create function empty_roster_checksum() returns trigger language plpgsql as $$
    begin
      update roster_checksum set value = 0;
      return null;
    end $$`.execute(db);
  await sql`create trigger empty_roster_checksum after truncate on roster_entry execute function empty_roster_checksum()`.execute(db);
}

const columns = ['seq', 'code', 'customer', 'plan_name', 'product_class', 'status', 'good_until', 'price_increase', 'groups', 'removed'];

const digest = (row: string) => sql.raw(`roster_digest(${columns.map((column) => `${row}.${column}`).join(', ')})`);

async function addTrigger(db: Kysely<unknown>, { on, tables, changed }: { on: string; tables: string; changed: string[] }): Promise<void> {
  const name = sql.raw(`roster_checksum_after_${on}`);
  const digests = changed.map((table) => sql`select ${digest('r')} as digest from ${sql.raw(table)} r where not removed`);
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    declare
      difference bigint;
    begin
      select coalesce(bit_xor(digest), 0) into difference from (${sql.join(digests, sql` union all `)}) changed;
      if difference <> 0 then
        update roster_checksum set value = value # difference;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ${name} after ${sql.raw(on)} on roster_entry referencing ${sql.raw(tables)}
      for each statement execute function ${name}()`.execute(db);
}
