import { sql, type Kysely } from 'kysely';

/** Its indexes are built while the release before goes on writing, so each statement stands alone. */
export const transactional = false;

/** What the office works off: members whose payment is due, sign-ups that were not finished, disputes that wait for an answer. */
const indexes: Readonly<Record<string, string>> = {
  mirror_subscription_past_due: `on mirror_subscription (coalesce(period_end, 'infinity'), id) where status = 'past_due' and deleted_at is null`,
  mirror_subscription_incomplete: `on mirror_subscription (created desc, id) where status = 'incomplete' and deleted_at is null`,
  mirror_dispute_to_answer: `on mirror_dispute (coalesce((object->'evidence_details'->>'due_by')::bigint, 9999999999), id)
    where status in ('needs_response', 'warning_needs_response') and deleted_at is null`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, where] of Object.entries(indexes)) {
    // an index whose building was cut off is there and of no use
    await sql.raw(`drop index if exists ${name}`).execute(db);
    await sql.raw(`create index concurrently ${name} ${where}`).execute(db);
  }
}
