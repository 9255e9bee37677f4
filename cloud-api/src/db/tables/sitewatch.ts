import { type ColumnType, sql, type SqlBool } from 'kysely';
import { hasCode, type PersonalTables } from '../personal-data.ts';

/** Sales that registers made on their own; cents. */
interface SitewatchSaleTable {
  site: number;
  sale_id: number;
  /** Null for a customer unknown to Stripe. */
  customer: string | null;
  /** The customer's number in that Sitewatch. */
  objid: number | null;
  code: string | null;
  /** The redeemed club plan. */
  plan_name: string | null;
  terminal: string | null;
  employee: number | null;
  total: number;
  tax: number;
  /** 0 closed, 1 voided. */
  status: number;
  at: Date;
}

/** A wash coupon of an invoice; one per invoice. */
interface WashCouponTable {
  vendor_id: string;
  principal: string;
  key: string;
  /** Hash of the names and the plate, to detect equal requests for an invoice. */
  request_hash: Buffer;
  site: number;
  /** `unsent`: nothing was ordered. `asked`: it may have been. */
  state: 'unsent' | 'asked' | 'made';
  /** The `data:` URL of the image, once it exists. */
  image: string | null;
  /** When the coupon was requested, in system time, like the timeouts. */
  asked: Date;
  made: Date | null;
}

/** An active plate or tag at a site, as of the last copy from its Sitewatch. */
interface SitewatchCodeTable {
  site: number;
  objid: number;
  sitewatch_customer: number;
  code: string;
  /** Null for a person who is not a customer at Stripe. */
  customer: string | null;
}

interface SitewatchCodeCopyTable {
  site: number;
  started: Date;
  /** When all of the site's codes were last copied. */
  taken: Date | null;
}

/** Customers with more active codes over all sites than plausible. */
interface CustomerManyCodesTable {
  customer: string;
  codes: number;
}

/** The number of customers by number of active codes. */
interface ManyCodesCountTable {
  codes: number;
  customers: number;
}

/** Online sign-ups by existing customers, counted by day. */
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

export const personalData = {
  sitewatch_sale: {
    plain: ['site', 'sale_id', 'objid', 'plan_name', 'terminal', 'employee', 'total', 'tax', 'status', 'at'],
    personal: ['code'],
    customer: 'customer',
    also: (person) => sql<SqlBool>`(customer is null and ${hasCode('code')(person)})`,
    erase: { code: sql`null` },
    retention: { kind: 'washes', since: 'at' },
  },
  sitewatch_code: {
    plain: ['site', 'objid', 'sitewatch_customer'],
    personal: ['code'],
    customer: 'customer',
    also: (person) => sql<SqlBool>`(customer is null and ${hasCode('code')(person)})`,
    erase: 'rows',
  },
  sitewatch_code_copy: {
    plain: ['site', 'started', 'taken'],
  },
  customer_many_codes: {
    plain: ['codes'],
    customer: 'customer',
    erase: 'rows',
  },
  many_codes_count: {
    plain: ['codes', 'customers'],
  },
  online_attempt: {
    plain: ['day', 'attempts'],
  },
  wash_coupon: {
    plain: ['vendor_id', 'principal', 'key', 'request_hash', 'site', 'state', 'asked', 'made'],
    personal: ['image'],
    /** Names no customer; the picture is needed for days. */
    erase: {},
  },
} satisfies PersonalTables;
