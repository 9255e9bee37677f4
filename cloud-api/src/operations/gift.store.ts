import { sql, type ColumnType } from 'kysely';
import { memberDays, type GiftKind, type GiftLimit } from '@washdesk/rules/billing/gift-limits';
import type { PersonalTables } from '../db/personal-data.ts';
import type { Db, Tx } from '../db/pool.ts';

/** Something of value that a person gave without money. */
interface GiftTable {
  kind: GiftKind;
  /** The gift's own id among its kind: an operation, a coupon's invoice, a message. */
  source: string;
  operation: string | null;
  person: string;
  name: string;
  device: string | null;
  site: number | null;
  customer: string | null;
  /** Hashes of the customer, plate, card and phone that got it. */
  members: string[];
  approver: string | null;
  /** Company time, for reports. */
  at: Date;
  /** Counts for the limits, by the database's clock. */
  created: ColumnType<Date, never, never>;
}

declare module '../db/schema.ts' {
  interface Database {
    gift: GiftTable;
  }
}

export const personalData = {
  gift: {
    plain: ['kind', 'source', 'operation', 'person', 'name', 'device', 'site', 'approver', 'at', 'created'],
    personal: ['members'],
    customer: 'customer',
    erase: { members: sql`'{}'` },
  },
} satisfies PersonalTables;

export type NewGift = Omit<GiftTable, 'created'>;

/** Serializes the gifts of one kind while they are counted. */
export async function lockGifts(tx: Tx, kind: GiftKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift:${kind}`}, 0))`.execute(tx);
}

export async function isGiven(tx: Tx, kind: GiftKind, source: string): Promise<boolean> {
  const row = await tx.selectFrom('gift').select('source').where('kind', '=', kind).where('source', '=', source).executeTakeFirst();
  return row !== undefined;
}

/** Counts the gifts of a kind by the person and at the device in 24 hours, and to the member; not those of failed operations. */
export async function giftsGiven(
  tx: Db | Tx,
  { kind, person, device, members }: Pick<NewGift, 'kind' | 'person' | 'device' | 'members'>,
): Promise<GiftLimit> {
  const today = sql`g.created > now() - interval '24 hours'`;
  const { rows } = await sql<GiftLimit>`
    select count(*) filter (where g.person = ${person} and ${today})::int as person,
      count(*) filter (where g.device = ${device} and ${today})::int as device,
      count(*) filter (where g.members && ${members})::int as member
    from gift g left join operation o on o.id = g.operation
    where g.kind = ${kind} and o.state is distinct from 'failed' and g.created > now() - make_interval(days => ${memberDays[kind]})
      and (g.members && ${members} or ${today} and (g.person = ${person} or g.device = ${device}))`.execute(tx);
  return rows[0] ?? { person: 0, device: 0, member: 0 };
}

export async function insertGift(tx: Tx, gift: NewGift): Promise<void> {
  await tx.insertInto('gift').values(gift).execute();
}

export async function deleteGift(db: Db, kind: GiftKind, source: string): Promise<void> {
  await db.deleteFrom('gift').where('kind', '=', kind).where('source', '=', source).execute();
}
