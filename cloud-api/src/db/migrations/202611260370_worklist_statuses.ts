import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** The worklists also contain unpaid plans, and disputes in a new status. A plan whose collection is paused has its own status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists mirror_subscription_owing`.execute(db);
  await sql`create index concurrently mirror_subscription_owing on mirror_subscription (coalesce(period_end, 'infinity'), id)
    where status in ('past_due', 'unpaid') and deleted_at is null`.execute(db);
  await sql`drop index if exists mirror_dispute_unanswered`.execute(db);
  await sql`create index concurrently mirror_dispute_unanswered on mirror_dispute (coalesce((object->'evidence_details'->>'due_by')::bigint, 9999999999), id)
    where status not in ('under_review', 'warning_under_review', 'won', 'lost', 'prevented', 'warning_closed') and deleted_at is null`.execute(
    db,
  );
  await sql`
    update mirror_subscription set status = 'paused', object = jsonb_set(object, '{status}', '"paused"')
    where status in ('active', 'trialing', 'past_due') and jsonb_typeof(object->'pause_collection') = 'object'`.execute(db);
}
