import { sql, type Kysely } from 'kysely';

/** Personal values beside the sealed audit rows, and the audit as people read it (docs/decisions/0058-erasure.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit add column personal_hash bytea`.execute(db);
  await sql`
    create table audit_personal (
      audit uuid primary key,
      salt bytea not null,
      subject text not null,
      before jsonb,
      after jsonb,
      why text
    )`.execute(db);
  await sql`create index audit_personal_subject on audit_personal (subject)`.execute(db);
  await sql`
    create view whole_audit as
    select a.id, a.at, a.actor, a.approver, a.site, a.device, a.action, coalesce(p.subject, a.subject) as subject,
      coalesce(p.before, a.before) as before, coalesce(p.after, a.after) as after, coalesce(p.why, a.why) as why, a.request_id
    from audit a left join audit_personal p on p.audit = a.id`.execute(db);
}
