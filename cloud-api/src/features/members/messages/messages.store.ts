import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

export async function messageById(db: Db, id: string) {
  return db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the message that the same request created before; undefined for the first time. */
export async function messageAsked(db: Db, asked: string) {
  return db.selectFrom('message').select(['id', 'channel', 'kind', 'customer', 'receipt']).where('asked', '=', asked).executeTakeFirst();
}

export async function welcomeOfOperation(db: Db, operation: string) {
  return db
    .selectFrom('message')
    .select(['id', 'channel'])
    .where('operation', '=', operation)
    .where('kind', '=', 'welcome')
    .executeTakeFirst();
}

/** The oldest ones: the addresses of more pages do not fit into a text. */
const mostInvoices = 5;

/** Returns the ids of a plan's open invoices, oldest first. */
export async function unpaidInvoicesOf(db: Db, subscription: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mirror_invoice')
    .select('id')
    .where('subscription', '=', subscription)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .orderBy('created')
    .orderBy('id')
    .limit(mostInvoices)
    .execute();
  return rows.map(({ id }) => id);
}

export async function recipientByLink(db: Db, unsubscribe: string): Promise<string | null> {
  const row = await db.selectFrom('message').select('recipient').where('unsubscribe', '=', unsubscribe).executeTakeFirst();
  return row?.recipient ?? null;
}

export async function markSent(db: Db, id: string, providerId: string | null, sent: Date): Promise<void> {
  await db.updateTable('message').set({ state: 'sent', provider_id: providerId, reason: null, sent }).where('id', '=', id).execute();
}

export async function markRefused(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('message').set({ state: 'refused', reason }).where('id', '=', id).execute();
}

/** Counts messages to the same recipient sent within the hour before this one, without rejected ones. */
export async function messagesBefore(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from message this join message earlier on earlier.channel = this.channel and lower(earlier.recipient) = lower(this.recipient)
    where this.id = ${id} and earlier.state <> 'refused'
      and earlier.queued > this.queued - interval '1 hour' and (earlier.queued, earlier.id) < (this.queued, this.id)`.execute(db);
  return rows[0]?.count ?? 0;
}
