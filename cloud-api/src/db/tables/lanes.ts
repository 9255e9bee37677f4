import type { Generated } from 'kysely';
import type { BigCount } from './columns.ts';

export interface UsageTable {
  id: string;
  customer: string;
  subscription: string | null;
  code: string;
  plan_name: string;
  site: number;
  terminal: string | null;
  employee: number | null;
  source: string;
  price_increase: Generated<boolean>;
  overlap: Generated<boolean>;
  sale_id: number | null;
  at: Date;
}

export interface UsageMonthTable {
  customer: string;
  year: number;
  month: number;
  plan_name: string;
  returns: number;
}

export interface RosterEntryTable {
  code: string;
  seq: BigCount;
  customer: string;
  name: string | null;
  subscription: string | null;
  schedule: string | null;
  plan_name: string | null;
  product_class: string | null;
  status: string;
  period_end: Date | null;
  good_until: Date | null;
  price_increase: boolean;
  groups: string[];
  removed: boolean;
}
