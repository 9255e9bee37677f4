import type { ColumnType, Generated } from 'kysely';
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
