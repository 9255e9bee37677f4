import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { strengths, type AbuseFacts, type AbuseKind, type Evidence, type Finding, type SellerKind } from '@washdesk/rules/abuse/finding';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Json } from '../../../db/tables/columns.ts';

export type FlagState = 'open' | 'dismissed' | 'confirmed';

interface AbuseFlagTable {
  id: string;
  kind: AbuseKind;
  /** `customer:<id>` or `seller:<number>`. */
  subject: string;
  customer: string | null;
  seller: string | null;
  sites: number[];
  /** The place in `strengths`, from 1. */
  strength: number;
  facts: Json<AbuseFacts>;
  evidence: Json<Evidence[]>;
  first_seen: Date;
  last_seen: Date;
  state: FlagState;
  decided_by: string | null;
  decided: Date | null;
  /** The last decision, also of a flag that was reopened since. */
  decision: FlagState | null;
  reason: string | null;
  /** Rows until then were judged; only later ones reopen the flag. */
  judged_until: Date | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    abuse_flag: AbuseFlagTable;
  }
}

export const personalData = {
  abuse_flag: {
    plain: [
      'id',
      'kind',
      'seller',
      'sites',
      'strength',
      'facts',
      'first_seen',
      'last_seen',
      'state',
      'decided_by',
      'decided',
      'decision',
      'judged_until',
    ],
    personal: ['subject', 'evidence', 'reason'],
    customer: 'customer',
    erase: 'rows',
    internal: ['subject', 'evidence', 'judged_until'],
  },
} satisfies PersonalTables;

export interface NewFinding extends Finding {
  subject: { customer: string } | { seller: string };
  sites: number[];
}

/** Ids that a flag stores; the newest are kept. */
const mostEvidence = 120;

/** Stores what was found, the stronger of two alike. A decided flag is reopened if all its evidence is newer than what was judged. */
export async function storeFindings(tx: Tx, findings: readonly NewFinding[]): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map(({ subject, facts, strength, evidence, sites }) => {
    const times = evidence.map(({ at }) => at);
    return {
      id: uuidv7(),
      kind: facts.kind,
      subject: 'customer' in subject ? `customer:${subject.customer}` : `seller:${subject.seller}`,
      customer: 'customer' in subject ? subject.customer : null,
      seller: 'seller' in subject ? subject.seller : null,
      sites,
      strength: strengths.indexOf(strength) + 1,
      facts,
      evidence: evidence.toSorted((one, other) => one.at - other.at).slice(-mostEvidence),
      first_seen: new Date(Math.min(...times)),
      last_seen: new Date(Math.max(...times)),
    };
  });
  const strongest = new Map(rows.toSorted((one, other) => one.strength - other.strength).map((row) => [`${row.kind} ${row.subject}`, row]));
  const isReplaced = sql`(f.state <> 'open' or excluded.strength > f.strength
    or (excluded.strength = f.strength and jsonb_array_length(excluded.evidence) >= jsonb_array_length(f.evidence)))`;
  await sql`
    insert into abuse_flag as f (id, kind, subject, customer, seller, sites, strength, facts, evidence, first_seen, last_seen)
    select id, kind, subject, customer, seller, sites, strength, facts, evidence, first_seen, last_seen
    from jsonb_populate_recordset(null::abuse_flag, ${JSON.stringify([...strongest.values()])}) order by kind, subject
    on conflict (kind, subject) do update set
      sites = case when ${isReplaced} then excluded.sites else f.sites end,
      facts = case when ${isReplaced} then excluded.facts else f.facts end,
      evidence = case when ${isReplaced} then excluded.evidence else f.evidence end,
      strength = case when f.state <> 'open' then excluded.strength else greatest(f.strength, excluded.strength) end,
      first_seen = case when f.state <> 'open' then excluded.first_seen else least(f.first_seen, excluded.first_seen) end,
      last_seen = case when f.state <> 'open' then excluded.last_seen else greatest(f.last_seen, excluded.last_seen) end,
      state = 'open'
    where f.judged_until is null or excluded.first_seen > f.judged_until`.execute(tx);
}

/** Returns until when each of these subjects was judged, by kind. */
export async function judgedUntil(db: Db | Tx, subjects: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('abuse_flag')
    .select(['kind', 'subject', 'judged_until'])
    .where('subject', 'in', subjects.length === 0 ? [''] : subjects)
    .where('judged_until', 'is not', null)
    .execute();
  return new Map(rows.map(({ kind, subject, judged_until }) => [`${kind} ${subject}`, judged_until!.getTime()]));
}

/** Returns until when each employee was judged. */
export async function judgedSellers(tx: Tx, kind: SellerKind): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('abuse_flag')
    .select(['seller', 'judged_until'])
    .where('kind', '=', kind)
    .where('judged_until', 'is not', null)
    .execute();
  return new Map(rows.map(({ seller, judged_until }) => [seller!, judged_until!]));
}

export interface FlagSearch {
  state: FlagState;
  kind?: AbuseKind | undefined;
  site?: number | undefined;
  customer?: string | undefined;
  /** The employee who searches; flags about that one are left out. */
  notAbout: string;
}

export interface FlagRow extends Omit<AbuseFlagTable, 'facts' | 'evidence'> {
  facts: AbuseFacts;
  evidence: Evidence[];
  name: string | null;
  decidedBy: string | null;
}

/** The name of a staff member; of an employee without a staff row, the name in Sitewatch. */
const nameOfStaff = (number: RawBuilder<unknown>) => sql`(select coalesce(s.name, e.first_name || ' ' || e.last_name)
  from (select case when ${number} ~ '^[0-9]{1,9}$' then ${number}::integer end as number) n
    left join staff s on s.employee_number = n.number left join site_employee e on e.number = n.number order by e.seen desc limit 1)`;
const columns = sql`f.*, ${nameOfStaff(sql`f.decided_by`)} as "decidedBy",
  coalesce(c.name, ${nameOfStaff(sql`f.seller`)},
    (select g.name from gift g where g.person = 'staff:' || f.seller order by g.created desc limit 1)) as name`;
const source = sql`abuse_flag f left join mirror_customer c on c.id = f.customer and c.deleted_at is null`;

const visible = (notAbout: string): RawBuilder<SqlBool> => sql`f.seller is distinct from ${notAbout}`;

function searched({ state, kind, site, customer, notAbout }: FlagSearch): RawBuilder<SqlBool> {
  const conditions = [
    visible(notAbout),
    sql<SqlBool>`f.state = ${state}`,
    ...(kind === undefined ? [] : [sql<SqlBool>`f.kind = ${kind}`]),
    ...(site === undefined ? [] : [sql<SqlBool>`${site}::integer = any(f.sites)`]),
    ...(customer === undefined ? [] : [sql<SqlBool>`f.customer = ${customer}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Returns flags, the strongest first and the newest of them. */
export async function findFlags(db: Db, search: FlagSearch, most: number): Promise<FlagRow[]> {
  const { rows } = await sql<FlagRow>`
    select ${columns} from ${source} where ${searched(search)}
    order by f.strength desc, f.last_seen desc, f.id limit ${most}`.execute(db);
  return rows;
}

export async function countByKind(db: Db, search: FlagSearch): Promise<{ kind: AbuseKind; count: number }[]> {
  const { rows } = await sql<{ kind: AbuseKind; count: number }>`
    select f.kind, count(*)::integer as count from abuse_flag f where ${searched({ ...search, kind: undefined })} group by 1`.execute(db);
  return rows;
}

export async function flagById(db: Db | Tx, id: string, notAbout: string): Promise<FlagRow | undefined> {
  const { rows } = await sql<FlagRow>`select ${columns} from ${source} where f.id = ${id} and ${visible(notAbout)}`.execute(db);
  return rows[0];
}

export interface Judgement {
  id: string;
  decision: Exclude<FlagState, 'open'>;
  reason: string;
  by: string;
  at: Date;
  /** The newest evidence that the person saw. */
  seenUntil: Date;
}

/** @returns false if the flag was decided already, or has newer evidence */
export async function judge(tx: Tx, { id, decision, reason, by, at, seenUntil }: Judgement): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('abuse_flag')
    .set({ state: decision, decision, reason, decided_by: by, decided: at, judged_until: seenUntil })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('last_seen', '=', seenUntil)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
