import type { ColumnType } from 'kysely';
import type { Json } from './columns.ts';

/** A list of a site's Sitewatch, as it was last read. */
export interface SiteListTable {
  site: number;
  kind: string;
  items: Json<unknown[]>;
  seen: Date;
}

/** The last answer of a site's Sitewatch about one customer. */
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
  /** Null for a customer whom Stripe does not know. */
  customer: string | null;
  /** The customer's number in that Sitewatch. */
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

/** A deduction from gift cards. The row's id is the command's, so that a repeat is never executed again. */
export interface GiftCardDeductionTable {
  id: string;
  principal: string;
  key: string;
  request_hash: Buffer;
  site: number;
  code: string;
  /** Cents. */
  amount: number;
  /** `unsent`: the command never left. `asked`: it may have been executed. */
  state: 'unsent' | 'asked' | 'deducted' | 'refused';
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  asked: Date;
  settled: Date | null;
}

/** A wash coupon of an invoice; each invoice has one. */
export interface WashCouponTable {
  vendor_id: string;
  principal: string;
  key: string;
  /** Hash of the names and the plate, which tells whether two requests of an invoice are the same. */
  request_hash: Buffer;
  site: number;
  /** `unsent`: nothing was ordered. `asked`: it may have been. */
  state: 'unsent' | 'asked' | 'made';
  /** The `data:` address of the image, once it is made. */
  image: string | null;
  /** When the coupon was requested, by the system's clock, by which time-outs are measured too. */
  asked: Date;
  made: Date | null;
}

/** An active plate or tag at a site, as its Sitewatch had it when the codes were copied last. */
export interface SitewatchCodeTable {
  site: number;
  objid: number;
  sitewatch_customer: number;
  code: string;
  /** Null for somebody who is no customer of Stripe's. */
  customer: string | null;
}

export interface SitewatchCodeCopyTable {
  site: number;
  started: Date;
  /** When all of the site's codes were copied last. */
  taken: Date | null;
}

/** Customers with more active codes over all sites than anybody should have. */
export interface CustomerManyCodesTable {
  customer: string;
  codes: number;
}

/** How many customers have that many active codes. */
export interface ManyCodesCountTable {
  codes: number;
  customers: number;
}

/** Online sign-ups of people who are customers already, counted by the day. */
export interface OnlineAttemptTable {
  day: ColumnType<string, string, string>;
  attempts: number;
}
