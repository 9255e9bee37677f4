import type { ColumnType, Generated } from 'kysely';
import type { Json } from './columns.ts';

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
