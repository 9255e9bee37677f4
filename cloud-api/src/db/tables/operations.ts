import type { OperationMetadataKey } from '@washdesk/rules/company/metadata-keys';
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

export interface OperationTable {
  id: string;
  kind: string;
  scope: string;
  route: string;
  key: string;
  request_hash: Buffer;
  by: Json<Record<string, unknown>>;
  customer: string | null;
  /** Of all operations that bear the same name here, one at a time is started. */
  exclusive: string | null;
  /** Null while they are being found: nothing has happened yet. */
  facts: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  state: string;
  /** Attempt numbers of steps whose first key can answer no more. */
  attempts: Json<Record<string, number>>;
  runs: Generated<number>;
  metadata_key: Generated<OperationMetadataKey>;
  status: number | null;
  body: ColumnType<unknown, string | null, string | null>;
  last_error: string | null;
  claimed_until: Date;
  /** When the recovery takes it, unless somebody works on it. */
  due: Date;
  created: ColumnType<Date, never, never>;
  settled: Date | null;
}

export interface ProviderEventTable {
  id: string;
  type: string;
  /** What to read again; null where the mirror holds nothing of it. */
  kind: string | null;
  object_id: string | null;
  customer: string | null;
  created: Date;
  received: ColumnType<Date, never, never>;
  attempts: Generated<number>;
  due: ColumnType<Date, never, Date>;
  last_error: string | null;
  worked: Date | null;
}

export interface ReconcileTable {
  id: string;
  started: ColumnType<Date, never, never>;
  /** What was listed so far and where each listing stands. */
  progress: Json<Record<string, unknown>>;
  report: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  finished: Date | null;
}

export interface JobTable {
  id: string;
  kind: string;
  what: string;
  key: string;
  site: number | null;
  customer: string | null;
  payload: Json<Record<string, unknown>>;
  state: string;
  attempts: Generated<number>;
  /** Grows whenever the job is enqueued again, so that the end of the former run does not end the new one. */
  generation: Generated<number>;
  due: Date;
  deadline: Date;
  claimed_until: Date | null;
  /** Its site came back while it was claimed. */
  woken: Generated<boolean>;
  last_error: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  created: Date;
  settled: Date | null;
  /** Of one that a person gave up. */
  dismissed_by: string | null;
  why: string | null;
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
