import type { ColumnType } from 'kysely';
import type { Json } from './columns.ts';

/** A list that a site's Sitewatch holds, as it was last read. */
export interface SiteListTable {
  site: number;
  kind: string;
  items: Json<unknown[]>;
  seen: Date;
}

/** What a site's Sitewatch last said of one customer. */
export interface SitewatchCopyTable {
  customer: string;
  kind: string;
  site: number;
  items: Json<unknown[]>;
  seen: Date;
}

/** Sales that registers made by themselves; cents. */
export interface SitewatchSaleTable {
  site: number;
  sale_id: number;
  /** Null for somebody whom Stripe does not know. */
  customer: string | null;
  /** The customer in that Sitewatch. */
  objid: number | null;
  code: string | null;
  /** The club plan that it redeemed. */
  plan_name: string | null;
  terminal: string | null;
  employee: number | null;
  total: number;
  tax: number;
  /** 0 closed, 1 voided. */
  status: number;
  at: Date;
}

/** The row's id is the command's: asked again it is never done again. */
export interface GiftCardDeductionTable {
  id: string;
  principal: string;
  key: string;
  request_hash: Buffer;
  site: number;
  code: string;
  /** Cents. */
  amount: number;
  /** `unsent`: it never left. `asked`: it may have been done. */
  state: 'unsent' | 'asked' | 'deducted' | 'refused';
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  asked: Date;
  settled: Date | null;
}
