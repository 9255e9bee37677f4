import { sql, type Kysely } from 'kysely';

/** Tables in which a row names the operation that made it. */
const madeByOperation = ['code_claim', 'note', 'message', 'receipt', 'signature'];

/**
 * Deeds are operations and obligations are jobs. Processes of the release before go on working until they are replaced: the old table
 * names stay as views, the old column is still taken from them, and a trigger translates the old states. The next release drops these.
 */
const statements = [
  sql`set local lock_timeout = '10s'`,

  sql`alter table deed rename to operation`,
  sql`alter index deed_pkey rename to operation_pkey`,
  sql`alter index deed_scope_route_key_key rename to operation_scope_route_key_key`,
  sql`alter index deed_customer rename to operation_customer`,
  sql`alter index deed_created rename to operation_created`,
  sql`drop index deed_due, deed_exclusive`,
  // A step that is repeated must be the same request byte by byte: what began under the old name ends under it.
  sql`alter table operation add column metadata_key text not null default 'deed'`,
  sql`alter table operation alter column metadata_key set default 'operation'`,
  sql`update operation set state = 'started' where state = 'intended'`,
  sql`create index operation_due on operation (due) where state = 'started'`,
  sql`create unique index operation_exclusive on operation (exclusive) where state = 'started'`,

  sql`alter table obligation rename to job`,
  sql`alter index obligation_pkey rename to job_pkey`,
  sql`alter index obligation_what_key_key rename to job_what_key_key`,
  sql`alter index obligation_customer rename to job_customer`,
  sql`drop index obligation_due, obligation_open`,
  sql`update job set state = 'pending' where state = 'owed'`,
  sql`update job set payload = payload - 'deed' || jsonb_build_object('operation', payload->'deed')
    where what = 'checkout.complete' and payload ? 'deed'`,
  sql`create index job_due on job (due) where state = 'pending'`,
  sql`create index job_open on job (created desc, id) where state in ('pending', 'failed')`,

  ...madeByOperation.map((table) => sql`alter table ${sql.table(table)} rename column deed to operation`),
  sql`alter index code_claim_deed rename to code_claim_operation`,
  sql`alter index note_deed rename to note_operation`,
  sql`alter index message_deed rename to message_operation`,
  sql`alter index receipt_deed rename to receipt_operation`,
  sql`alter index signature_deed_key rename to signature_operation_key`,
  sql`alter table mirror_customer rename column converge_mark to converge_fingerprint`,

  // for processes of the release before
  sql`create function state_of_old_release() returns trigger language plpgsql as $$
    begin
      new.state := case new.state when 'intended' then 'started' when 'owed' then 'pending' else new.state end;
      return new;
    end $$`,
  ...['operation', 'job'].map(
    (table) =>
      sql`create trigger state_of_old_release before insert or update of state on ${sql.table(table)} for each row
        when (new.state in ('intended', 'owed')) execute function state_of_old_release()`,
  ),
  sql`create view deed as select * from operation`,
  sql`alter view deed alter column metadata_key set default 'deed'`,
  sql`create view obligation as select * from job`,
  sql`create function operation_of_old_release() returns trigger language plpgsql as $$
    begin
      new.operation := new.deed;
      new.deed := null;
      return new;
    end $$`,
  ...madeByOperation.flatMap((table) => [
    sql`alter table ${sql.table(table)} add column deed uuid`,
    sql`create trigger operation_of_old_release before insert on ${sql.table(table)} for each row
      when (new.deed is not null) execute function operation_of_old_release()`,
  ]),
  sql`alter table mirror_customer add column converge_mark text`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
