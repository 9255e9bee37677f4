import { type ColumnType, type Generated, sql, type SqlBool } from 'kysely';
import { mentions, type PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';

interface JobTable {
  id: string;
  kind: string;
  what: string;
  key: string;
  site: number | null;
  customer: string | null;
  payload: Json<Record<string, unknown>>;
  state: string;
  attempts: Generated<number>;
  /** Increments whenever the job is enqueued again, so that the end of the earlier run does not end the new one. */
  generation: Generated<number>;
  due: Date;
  deadline: Date;
  claimed_until: Date | null;
  /** Whether its site reconnected while the job was claimed. */
  woken: Generated<boolean>;
  last_error: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  created: Date;
  settled: Date | null;
  dismissed_by: string | null;
  why: string | null;
  /** The call or other cause, and the call's device. */
  request_id: Generated<string | null>;
  device: Generated<string | null>;
}

declare module '../schema.ts' {
  interface Database {
    job: JobTable;
  }
}

/**
 * A job that will still write its customer's values somewhere. A convergence that no worker has claimed reads what is to be written only
 * when it starts.
 */
export const jobThatWrites = sql<SqlBool>`(state = 'pending' and (what not like 'converge.%' or coalesce(claimed_until > now(), false)))`;

export const personalData = {
  job: {
    plain: [
      'id',
      'kind',
      'what',
      'site',
      'state',
      'attempts',
      'generation',
      'woken',
      'due',
      'deadline',
      'claimed_until',
      'request_id',
      'device',
      'created',
      'settled',
      'dismissed_by',
      'why',
    ],
    personal: ['key', 'payload', 'last_error', 'result'],
    customer: 'customer',
    also: mentions('key', 'payload', 'result', 'last_error'),
    until: sql<SqlBool>`not ${jobThatWrites}`,
    erase: 'rows',
    retention: { kind: 'jobs', since: 'settled', where: sql<SqlBool>`state = 'done'` },
  },
} satisfies PersonalTables;
