import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A card that was declined on a member's card page, by the provider's event. */
interface MemberCardDeclineTable {
  event: string;
  customer: string;
  at: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    member_card_decline: MemberCardDeclineTable;
  }
}

export const personalData = {
  member_card_decline: {
    plain: ['event', 'customer', 'at'],
    customer: 'customer',
    erase: 'rows',
    retention: { kind: 'events', since: 'at' },
  },
} satisfies PersonalTables;

interface CardPage {
  customer: string;
  /** Null until the operation has stored it. */
  session: string | null;
}

/** Returns the card page that an operation opens; null for another operation. */
export async function cardPageOf(tx: Tx, operation: string, kind: string): Promise<CardPage | null> {
  const { rows } = await sql<CardPage>`
    select o.customer, (select j.key from job j where j.what = 'member-card.complete' and j.payload->>'operation' = ${operation}) as session
    from operation o where o.id = ${operation}::uuid and o.kind = ${kind} and o.customer is not null`.execute(tx);
  return rows[0] ?? null;
}

export async function addCardDecline(tx: Tx, decline: MemberCardDeclineTable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`member-card-decline ${decline.customer}`}, 0))`.execute(tx);
  await tx.insertInto('member_card_decline').values(decline).execute();
}

export async function cardDeclinesSince(db: Db | Tx, customer: string, since: Date): Promise<number> {
  const { declines } = await db
    .selectFrom('member_card_decline')
    .select(sql<number>`count(*)::integer`.as('declines'))
    .where('customer', '=', customer)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return declines;
}
