import type { Generated } from 'kysely';
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
}

declare module '../schema.ts' {
  interface Database {
    usage: UsageTable;
    usage_month: UsageMonthTable;
    roster_entry: RosterEntryTable;
    answer: AnswerTable;
    gate_command: GateCommandTable;
  }
}
