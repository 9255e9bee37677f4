import type { ColumnType } from 'kysely';

/** Sales that registers made by themselves; cents. */
interface SitewatchSaleTable {
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

/** A wash coupon of an invoice; each invoice has one. */
interface WashCouponTable {
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
interface SitewatchCodeTable {
  site: number;
  objid: number;
  sitewatch_customer: number;
  code: string;
  /** Null for somebody who is no customer of Stripe's. */
  customer: string | null;
}

interface SitewatchCodeCopyTable {
  site: number;
  started: Date;
  /** When all of the site's codes were copied last. */
  taken: Date | null;
}

/** Customers with more active codes over all sites than anybody should have. */
interface CustomerManyCodesTable {
  customer: string;
  codes: number;
}

/** How many customers have that many active codes. */
interface ManyCodesCountTable {
  codes: number;
  customers: number;
}

/** Online sign-ups of people who are customers already, counted by the day. */
interface OnlineAttemptTable {
  day: ColumnType<string, string, string>;
  attempts: number;
}

declare module '../schema.ts' {
  interface Database {
    sitewatch_sale: SitewatchSaleTable;
    sitewatch_code: SitewatchCodeTable;
    sitewatch_code_copy: SitewatchCodeCopyTable;
    customer_many_codes: CustomerManyCodesTable;
    many_codes_count: ManyCodesCountTable;
    online_attempt: OnlineAttemptTable;
    wash_coupon: WashCouponTable;
  }
}
