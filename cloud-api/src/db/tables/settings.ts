import type { ColumnType, Generated } from 'kysely';

export interface SettingTable {
  name: string;
  value: ColumnType<unknown, string, string>;
  changed: Date;
  changed_by: string | null;
}

export interface FlagTable {
  name: string;
  description: string;
  value: boolean;
  position: number;
}

export interface PromoTable {
  id: number;
  description: string;
  active: boolean;
}

export interface NoteTable {
  id: string;
  customer: string;
  note: string;
  attention: boolean;
  agent: string;
  /** The operation that wrote it; null where a person did. */
  operation: string | null;
  created: Date;
}

export interface ClientErrorTable {
  id: string;
  at: Date;
  message: string;
  stack: string | null;
  component_stack: string | null;
  path: string | null;
  principal: string | null;
  device: string | null;
  source: Generated<'browser' | 'server'>;
  /** The request id of an error of the server, by which the log is searched. */
  request_id: Generated<string | null>;
}

/** Addresses that are shut out, in the one way in which an address is written. */
export interface BlacklistTable {
  address: string;
  since: Date;
  blocked_by: string;
}

export interface ClientMetricTable {
  address: string;
  user_agent: string;
  last_access: Date;
  /** Milliseconds of the last ten answers, the newest last. */
  times: number[];
  /** The enrolled device that was seen there last. */
  device: string | null;
  /** The service account that was seen there last. */
  program: string | null;
}

export interface AuditTable {
  id: string;
  at: Date;
  actor: string;
  /** The person who approved it on the spot, where the actor alone was not allowed. */
  approver: string | null;
  site: number | null;
  device: string | null;
  action: string;
  subject: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  why: string | null;
  request_id: string | null;
}

export interface AuditSealTable {
  seq: number;
  audit: string;
  hash: Buffer;
  sealed: ColumnType<Date, never, never>;
}
