import { sql, type ColumnType } from 'kysely';
import type { DailyLimit, MoneyKind } from '@washdesk/rules/billing/daily-limits';
import type { PersonalTables } from '../db/personal-data.ts';
import type { Tx } from '../db/pool.ts';

/** An amount that a person charged or refunded by an operation. */
interface MovedMoneyTable {
  operation: string;
  person: string;
  kind: 'charges' | 'refunds';
  amount: number;
  created: ColumnType<Date, never, never>;
}

declare module '../db/schema.ts' {
  interface Database {
    moved_money: MovedMoneyTable;
  }
}

export const personalData = {
  moved_money: {
    plain: ['operation', 'person', 'kind', 'amount', 'created'],
  },
} satisfies PersonalTables;

/** Serializes the charges and refunds of one person while they are counted. */
export async function lockPerson(tx: Tx, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moved-money:${person}`}, 0))`.execute(tx);
}

/** Returns what a person has moved in the last 24 hours or is moving, without failed and canceled payments. An erased one still counts. */
export async function movedBy(tx: Tx, person: string, kind: MoneyKind): Promise<DailyLimit> {
  const { rows } = await sql<DailyLimit>`
    select count(*)::int as count, coalesce(sum(m.amount), 0)::float8 as cents
    from moved_money m
    join operation o on o.id = m.operation
    left join mirror_payment_intent i on m.kind = 'charges' and i.id = o.body->>'id'
    where m.person = ${person} and m.kind = ${kind} and m.created > now() - interval '24 hours'
      and (o.state <> 'failed' or o.status = 410) and i.status is distinct from 'canceled'`.execute(tx);
  return rows[0] ?? { count: 0, cents: 0 };
}

export async function insertMoved(tx: Tx, moved: { operation: string; person: string; kind: MoneyKind; amount: number }): Promise<void> {
  await tx.insertInto('moved_money').values(moved).execute();
}
