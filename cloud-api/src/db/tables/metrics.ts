import { type ColumnType, sql, type SqlBool } from 'kysely';
import type { PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';

/** One count of a site, with its subject and progress. Site 0 has the plans without a site. */
interface MetricRunTable {
  site: number;
  /** Marks the rows that this count writes. */
  pass: string;
  version: number;
  /** The instant to count at: the end of the current month. */
  counted_at: Date;
  months: string[];
  /** The last customer counted. */
  behind: string;
  /** The metrics so far, by month. */
  totals: Json<Record<string, unknown>>;
  finished: boolean;
}

interface MemberSpanTable {
  site: number;
  customer: string;
  begins: Date;
  ends: Date | null;
  /** The start of the customer's first span at the site. */
  joined: Date;
}

interface MonthMetricTable {
  site: number;
  month: string;
  version: number;
  /** The rows of `month_movement` the metrics were computed from. */
  pass: string;
  counted_at: Date;
  totals: Json<Record<string, unknown>>;
}

interface MonthMovementTable {
  site: number;
  month: string;
  pass: string;
  kind: string;
  /** The invoice it is about, otherwise the customer. */
  id: string;
  customer: string;
  at: ColumnType<Date, never, never>;
  amount: number;
}

declare module '../schema.ts' {
  interface Database {
    metric_run: MetricRunTable;
    member_span: MemberSpanTable;
    month_metric: MonthMetricTable;
    month_movement: MonthMovementTable;
  }
}

export const personalData = {
  metric_run: {
    plain: ['site', 'pass', 'version', 'counted_at', 'months', 'totals', 'finished'],
    personal: ['behind'],
    also: ({ customer }) => sql<SqlBool>`(finished and behind = ${customer})`,
    erase: { behind: sql`''` },
  },
  member_span: {
    plain: ['site', 'begins', 'ends', 'joined'],
    customer: 'customer',
    erase: {},
  },
  month_metric: {
    plain: ['site', 'month', 'version', 'pass', 'counted_at', 'totals'],
  },
  month_movement: {
    plain: ['site', 'month', 'pass', 'kind', 'at', 'amount'],
    personal: ['id'],
    customer: 'customer',
    /** Unpaid months are under the customer's own id. */
    erase: { id: sql`case when id = customer then gen_random_uuid()::text else id end` },
  },
} satisfies PersonalTables;
