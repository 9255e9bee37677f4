import type { ColumnType } from 'kysely';
import type { Json } from './columns.ts';

/** The counting of one site: what is counted, and how far it is. Site 0 are the plans that name no site. */
interface NumberRunTable {
  site: number;
  /** Names the rows that this counting writes. */
  pass: string;
  version: number;
  /** The instant that is counted: the end of the running month. */
  counted_at: Date;
  months: string[];
  /** The customers up to here are counted. */
  behind: string;
  /** The numbers so far, by the month. */
  totals: Json<Record<string, unknown>>;
  finished: boolean;
}

interface MemberSpanTable {
  site: number;
  customer: string;
  begins: Date;
  ends: Date | null;
  /** When the first of the customer's spans at the site begins. */
  joined: Date;
}

interface MonthNumberTable {
  site: number;
  month: string;
  version: number;
  /** Which rows of `month_movement` the numbers were made of. */
  pass: string;
  counted_at: Date;
  totals: Json<Record<string, unknown>>;
}

interface MonthMovementTable {
  site: number;
  month: string;
  pass: string;
  kind: string;
  /** The bill that it is about, else the customer. */
  id: string;
  customer: string;
  at: ColumnType<Date, never, never>;
  amount: number;
}

declare module '../schema.ts' {
  interface Database {
    number_run: NumberRunTable;
    member_span: MemberSpanTable;
    month_number: MonthNumberTable;
    month_movement: MonthMovementTable;
  }
}
