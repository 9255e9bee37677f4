/**
 * The records of the seeded company. Times are ISO 8601 UTC, amounts integer cents, sites Sitewatch numbers. The three seeds (Stripe
 * simulator, Sitewatch, PostgreSQL) are written from these records, so that they agree.
 */
import type { ProductClass } from '@washdesk/rules/company/product-classes';

export interface Site {
  number: number;
  name: string;
  state: string;
  timeZone: string;
  /** Stripe's `tml_…`. */
  locationId: string;
  defaultPlateState: string;
  /** The tax added to its prices; null if it charges none. */
  taxRate: TaxRate | null;
  address: { line1: string; city: string; postalCode: string };
  /** As printed on its receipts. */
  phone: string;
}

export interface TaxRate {
  /** Stripe's `txr_…`. */
  id: string;
  name: string;
  percentage: number;
}

/** W: wash register. D: detail register. X: unattended XPT pay station at the tunnel entry. */
export type TerminalType = 'W' | 'D' | 'X';

export interface Terminal {
  site: number;
  name: string;
  type: TerminalType;
  ipAddress: string;
}

export interface Reader {
  id: string;
  site: number;
  label: string;
  deviceType: 'bbpos_wisepos_e' | 'verifone_P400';
  serialNumber: string;
  ipAddress: string;
  online: boolean;
}

/** A person in Sitewatch, which stores only a number and a name. */
export interface Employee {
  number: number;
  firstName: string;
  lastName: string;
}

/** A person in Washdesk. Password and PIN are plain text: the workbench prints them, and only hashes are stored. */
export interface Login {
  employeeNumber: number;
  name: string;
  roles: number;
  roleNames: string[];
  username: string;
  password: string;
  pin: string;
}

export interface Model {
  id: number;
  name: string;
  makeId: number;
}

export interface NamedId {
  id: number;
  name: string;
}

export interface Product {
  id: string;
  name: string;
  productClass: ProductClass;
  clubCode: string;
  upgradeClass: string;
  downgradeClass: string;
  sortOrder: number;
  /** Whether washes of this plan are redeemed against Stripe (metadata `stripe_redeem`). */
  redeemable: boolean;
  /** The matching Sitewatch plan type; starts with 'STR '. */
  sitewatchPlan: string;
  planDurationMonths: number;
}

export interface Price {
  id: string;
  productId: string;
  productClass: ProductClass;
  site: number;
  nickname: string;
  unitAmount: number;
  /** False for a price that only a scheduled increase reaches. */
  current: boolean;
  availableOnline: boolean;
  allowProrate: boolean;
}

export interface RetailItem {
  name: string;
  kind: 'wash' | 'detail';
  cents: number;
}

export interface SitewatchPlanType {
  name: string;
  /** U: unlimited club. G: gift card. */
  kind: 'U' | 'G';
  clubAccess: string | null;
  productClass: ProductClass | null;
  stripe: boolean;
}

/** The sign-in of a client such as a site's agent. The secret is plain text here; only its hash is stored. */
export interface ServiceAccount {
  clientId: string;
  secret: string;
  name: string;
  roles: number;
  /** The agent's site. */
  site: number;
}

export interface Promo {
  id: number;
  description: string;
  active: boolean;
}
