import { type ColumnType, type Generated, sql, type RawBuilder, type SqlBool } from 'kysely';
import { mentions, type PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';

export interface OperationTable {
  id: string;
  kind: string;
  scope: string;
  route: string;
  key: string;
  request_hash: Buffer;
  by: Json<Record<string, unknown>>;
  customer: string | null;
  /** Operations with the same name here exclude each other: one runs at a time. */
  exclusive: string | null;
  /** Null while the facts are being collected: nothing has happened yet. */
  facts: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** Whether it detaches cards from its customer, derived from its facts: the mirror then expects that. */
  detaches_cards: Generated<boolean>;
  state: string;
  /** Attempt numbers of steps whose first key no longer returns the outcome. */
  attempts: Json<Record<string, number>>;
  runs: Generated<number>;
  status: number | null;
  body: ColumnType<unknown, string | null, string | null>;
  last_error: string | null;
  claimed_until: Date;
  /** When recovery takes the operation, unless it is claimed. */
  due: Date;
  created: ColumnType<Date, never, never>;
  settled: Date | null;
}

/** The derived key of a request without one. */
interface DerivedKeyTable {
  /** The hash of principal, route and request. */
  request: Buffer;
  key: string;
  /** After this, the same request gets a new key. */
  until: Date;
}

declare module '../schema.ts' {
  interface Database {
    operation: OperationTable;
    derived_key: DerivedKeyTable;
  }
}

/** The erasure's own answer contains only its id. */
const ofOthers = (column: string, value: RawBuilder<unknown>) =>
  sql`case when kind = 'customer.erase' then ${sql.ref(column)} else ${value} end`;

export const personalData = {
  operation: {
    plain: [
      'id',
      'kind',
      'scope',
      'route',
      'key',
      'request_hash',
      'by',
      'detaches_cards',
      'state',
      'attempts',
      'runs',
      'status',
      'claimed_until',
      'due',
      'created',
      'settled',
    ],
    personal: ['facts', 'body', 'last_error', 'exclusive'],
    customer: 'customer',
    also: mentions('facts', 'body'),
    until: sql<SqlBool>`state <> 'started'`,
    /** Without its stored answer a repetition is refused. */
    erase: {
      facts: sql`'{}'`,
      exclusive: sql`null`,
      last_error: sql`null`,
      state: ofOthers('state', sql`'failed'`),
      status: ofOthers('status', sql`410`),
      body: ofOthers('body', sql`'{"code": "customer_erased", "message": "This customer’s data was erased"}'::jsonb`),
    },
    internal: ['scope', 'key', 'request_hash', 'exclusive'],
    retention: { kind: 'answers', since: 'settled', where: sql<SqlBool>`state <> 'started'` },
  },
  derived_key: {
    plain: ['request', 'key', 'until'],
  },
} satisfies PersonalTables;
