import { sql, type Kysely } from 'kysely';

/**
 * Audit rows get a number and a time from the database, so that no machine's clock decides which rows are sealed. Rows sealed before keep
 * no number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence audit_number;
    alter table audit add column number bigint, add column written timestamptz not null default now();
    alter table audit alter column number set default nextval('audit_number');
    update audit a set number = nextval('audit_number') where not exists (select from audit_seal s where s.audit = a.id);
    create table audit_head (
      single boolean primary key default true check (single),
      seq bigint not null,
      hash bytea not null
    );
    insert into audit_head (seq, hash) select seq, hash from audit_seal order by seq desc limit 1;
    -- the previous release writes audit rows before its role is granted its rights again
    do $$ declare writer name; begin
      for writer in select distinct grantee from information_schema.role_table_grants
        where table_name = 'audit' and privilege_type = 'INSERT' and grantee <> 'PUBLIC'
      loop execute format('grant usage on sequence audit_number to %I', writer); end loop;
    end $$`.execute(db);
}
