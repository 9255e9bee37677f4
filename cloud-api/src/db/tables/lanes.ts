import { type Generated, sql, type SqlBool } from 'kysely';
import { either, mentions, type PersonalTables } from '../personal-data.ts';
import type { BigInteger, Json } from './columns.ts';

interface UsageTable {
  id: string;
  customer: string;
  subscription: string | null;
  code: string;
  plan_name: string;
  site: number;
  terminal: string | null;
  employee: number | null;
  source: string;
  price_increase: Generated<boolean>;
  overlap: Generated<boolean>;
  sale_id: number | null;
  at: Date;
}

interface UsageMonthTable {
  customer: string;
  year: number;
  month: number;
  plan_name: string;
  returns: number;
}

export interface RosterEntryTable {
  code: string;
  seq: BigInteger;
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  plan_name: string | null;
  product_class: string | null;
  status: string;
  period_end: Date | null;
  good_until: Date | null;
  price_increase: boolean;
  groups: string[];
  removed: boolean;
}

/** Numbers that only the roster of a cloud before a restore gave out: above `after`, below `before`. */
interface RosterGapTable {
  after: BigInteger;
  before: BigInteger;
}

/** One row, kept by triggers of `roster_entry`. */
interface RosterChecksumTable {
  value: string;
}

interface AnswerTable {
  principal: string;
  route: string;
  key: string;
  request_hash: Buffer;
  status: number;
  body: Json<Record<string, unknown>>;
  created: Date;
}

interface GateCommandTable {
  id: string;
  site: number;
  gate: string;
  principal: string;
  employee: number | null;
  reason: string | null;
  asked: Date;
  /** The journal of the agent it was sent to first; null if no agent was connected. */
  journal: Generated<string | null>;
  /** The member for whom it was opened; null if the screen showed none. */
  customer: Generated<string | null>;
  result: string | null;
  detail: string | null;
  answered: Date | null;
  /** Id of the request that opened the gate; null if the site opened it by itself. */
  request_id: string | null;
}

declare module '../schema.ts' {
  interface Database {
    usage: UsageTable;
    usage_month: UsageMonthTable;
    roster_entry: RosterEntryTable;
    roster_gap: RosterGapTable;
    roster_checksum: RosterChecksumTable;
    answer: AnswerTable;
    gate_command: GateCommandTable;
  }
}

export const personalData = {
  usage: {
    plain: ['id', 'subscription', 'plan_name', 'site', 'terminal', 'employee', 'source', 'price_increase', 'overlap', 'sale_id', 'at'],
    personal: ['code'],
    customer: 'customer',
    erase: { code: sql`'erased'` },
    retention: { kind: 'washes', since: 'at' },
  },
  usage_month: {
    plain: ['year', 'month', 'plan_name', 'returns'],
    customer: 'customer',
    erase: {},
  },
  roster_gap: { plain: ['after', 'before'] },
  roster_checksum: { plain: ['value'] },
  roster_entry: {
    plain: [
      'seq',
      'subscription',
      'schedule',
      'plan_name',
      'product_class',
      'status',
      'period_end',
      'good_until',
      'price_increase',
      'groups',
      'removed',
    ],
    personal: ['code', 'name'],
    customer: 'customer',
    /** Every agent must have read that the entry was removed. */
    until: sql<SqlBool>`(removed and seq <= coalesce((select min(roster_seq) from site_agent where roster_seq > 0), seq))`,
    erase: 'rows',
  },
  answer: {
    plain: ['principal', 'route', 'key', 'request_hash', 'status', 'created'],
    personal: ['body'],
    also: either(mentions('body'), ({ names }) => sql<SqlBool>`body->>'name' = any(${names}::text[])`),
    erase: 'rows',
    internal: ['principal', 'route', 'key', 'request_hash'],
    retention: { kind: 'answers', since: 'created' },
  },
  gate_command: {
    plain: ['id', 'site', 'gate', 'principal', 'employee', 'journal', 'asked', 'result', 'answered', 'request_id'],
    personal: ['reason', 'detail'],
    customer: 'customer',
    erase: { reason: sql`null`, detail: sql`null` },
  },
} satisfies PersonalTables;
