import { type ColumnType, type Generated, sql, type SqlBool } from 'kysely';
import { either, mentions, type PersonalTables } from '../personal-data.ts';

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
  /** SHA-256 of the row's values in `audit_personal`, with their salt; null if the row is whole. */
  personal_hash: Generated<Buffer | null>;
}

/** The values of an audit row that may be personal, whole. An erasure removes the row; the sealed row stays. */
interface AuditPersonalTable {
  audit: string;
  salt: Buffer;
  subject: string;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  why: string | null;
}

interface AuditSealTable {
  seq: number;
  audit: string;
  hash: Buffer;
  sealed: ColumnType<Date, never, never>;
}

/** One row: the last seal, beside the chain. */
interface AuditHeadTable {
  /** Always true: there is one row. */
  single: Generated<boolean>;
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
    audit_personal: AuditPersonalTable;
    audit_seal: AuditSealTable;
    audit_head: AuditHeadTable;
    /** A view: the audit with the personal values that still exist. */
    whole_audit: Omit<AuditTable, 'personal_hash' | 'number' | 'written'>;
  }
}

export const personalData = {
  setting: {
    plain: ['name', 'value', 'changed', 'changed_by'],
  },
  flag: {
    plain: ['name', 'description', 'value', 'position'],
  },
  promo: {
    plain: ['id', 'description', 'active'],
  },
  note: {
    plain: ['id', 'attention', 'agent', 'operation', 'created'],
    personal: ['note'],
    customer: 'customer',
    erase: 'rows',
    retention: { kind: 'notes', since: 'created' },
  },
  client_metric: {
    plain: ['address', 'user_agent', 'last_access', 'times', 'device', 'program'],
  },
  audit: {
    plain: [
      'id',
      'at',
      'actor',
      'approver',
      'site',
      'device',
      'action',
      'subject',
      'before',
      'after',
      'why',
      'request_id',
      'personal_hash',
      'number',
      'written',
    ],
  },
  audit_personal: {
    plain: ['audit', 'salt'],
    personal: ['subject', 'before', 'after', 'why'],
    also: either(
      mentions('subject', 'before', 'after', 'why'),
      ({ customer, objects }) => sql<SqlBool>`split_part(subject, ':', 2) = any(${[customer, ...objects]}::text[])`,
    ),
    erase: 'rows',
    internal: ['salt'],
  },
  audit_seal: {
    plain: ['seq', 'audit', 'hash', 'sealed'],
  },
  audit_head: {
    plain: ['single', 'seq', 'hash'],
  },
} satisfies PersonalTables;
