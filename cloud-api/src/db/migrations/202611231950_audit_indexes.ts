import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** The list of the audit runs from the newest to the oldest, whatever it is narrowed to. */
const indexes: Readonly<Record<string, string>> = {
  audit_newest: '(at desc, id desc)',
  audit_actor: '(actor, at desc, id desc)',
  audit_approver: '(approver, at desc, id desc) where approver is not null',
  audit_action: '(action, at desc, id desc)',
  audit_site: '(site, at desc, id desc)',
  audit_object: "(substr(subject, strpos(subject, ':') + 1), at desc, id desc)",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indexes)) {
    // an index whose building was cut off is there and of no use
    await sql.raw(`drop index if exists ${name}`).execute(db);
    await sql.raw(`create index concurrently ${name} on audit ${columns}`).execute(db);
  }
}
