import type { ColumnType } from 'kysely';

interface SettingTable {
  name: string;
  value: ColumnType<unknown, string, string>;
  changed: Date;
  changed_by: string | null;
}

interface FlagTable {
  name: string;
  description: string;
  value: boolean;
  position: number;
}

interface PromoTable {
  id: number;
  description: string;
  active: boolean;
}

interface NoteTable {
  id: string;
  customer: string;
  note: string;
  attention: boolean;
  agent: string;
  /** The operation that wrote it; null if a person did. */
  operation: string | null;
  created: Date;
}

interface ClientMetricTable {
  address: string;
  user_agent: string;
  last_access: Date;
  /** Milliseconds of the last ten responses, newest last. */
  times: number[];
  /** The enrolled device last seen there. */
  device: string | null;
  /** The service account last seen there. */
  program: string | null;
}

export interface AuditTable {
  id: string;
  at: Date;
  actor: string;
  /** The approver, if the actor alone was not allowed. */
  approver: string | null;
  site: number | null;
  device: string | null;
  action: string;
  subject: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  why: string | null;
  request_id: string | null;
  /** From a sequence; null for rows sealed before there was one. */
  number: ColumnType<number | null, never, never>;
  /** The database's time, independent of the id and of `at`. */
  written: ColumnType<Date, never, never>;
}

interface AuditSealTable {
  seq: number;
  audit: string;
  hash: Buffer;
  sealed: ColumnType<Date, never, never>;
}

/** One row: the last seal, beside the chain. */
interface AuditHeadTable {
  seq: number;
  hash: Buffer;
}

declare module '../schema.ts' {
  interface Database {
    setting: SettingTable;
    flag: FlagTable;
    promo: PromoTable;
    note: NoteTable;
    client_metric: ClientMetricTable;
    audit: AuditTable;
    audit_seal: AuditSealTable;
    audit_head: AuditHeadTable;
  }
}
