import type { ColumnType, Generated } from 'kysely';
import type { Json } from './columns.ts';

export interface AnswerTable {
  principal: string;
  route: string;
  key: string;
  request_hash: Buffer;
  status: number;
  body: Json<Record<string, unknown>>;
  created: Date;
}

export interface ObligationTable {
  id: string;
  kind: string;
  what: string;
  key: string;
  site: number | null;
  customer: string | null;
  payload: Json<Record<string, unknown>>;
  state: string;
  attempts: Generated<number>;
  due: Date;
  deadline: Date;
  claimed_until: Date | null;
  last_error: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  created: Date;
  settled: Date | null;
}

export interface GateCommandTable {
  id: string;
  site: number;
  gate: string;
  principal: string;
  employee: number | null;
  reason: string | null;
  asked: Date;
  result: string | null;
  detail: string | null;
  answered: Date | null;
}

export interface PrintJobTable {
  id: string;
  site: number;
  printer: string;
  kind: string;
  subject: string;
  state: string;
  reason: string | null;
  asked: Date;
  answered: Date | null;
}
