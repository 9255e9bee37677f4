/**
 * The records of the seeded company. Instants are ISO 8601 UTC, amounts integer cents, sites Sitewatch numbers. The three seeds (Stripe
 * stand-in, Sitewatch, PostgreSQL) are all written from these records, so that they agree.
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
  /** The tax that is added to its prices; null where there is none. */
  taxRate: TaxRate | null;
  address: { line1: string; city: string; postalCode: string };
  /** As its receipts show it. */
  phone: string;
}

export interface TaxRate {
  /** Stripe's `txr_…`. */
  id: string;
  name: string;
  percentage: number;
}

/** W wash register, D detail register, X an unattended XPT pay station at the tunnel's entry. */
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

/** A person as Sitewatch knows them: a number and a name, nothing more. */
export interface Employee {
  number: number;
  firstName: string;
  lastName: string;
}

/** A person as Washdesk knows them. Password and PIN are clear text: the workbench prints them, and only hashes are stored. */
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
  /** Whether a wash of this plan is redeemed against Stripe (metadata `stripe_redeem`). */
  redeemable: boolean;
  /** The Sitewatch plan type that mirrors it; starts with 'STR '. */
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
  /** False for a price that is only reached by a scheduled increase. */
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
  /** U an unlimited club, G a gift card. */
  kind: 'U' | 'G';
  clubAccess: string | null;
  productClass: ProductClass | null;
  stripe: boolean;
}

/** How a program signs in, such as a site's agent. The secret is clear text here and stored only hashed. */
export interface ServiceAccount {
  clientId: string;
  secret: string;
  name: string;
  roles: number;
  /** The site an agent stands at. */
  site: number;
}

export interface Promo {
  id: number;
  description: string;
  active: boolean;
}
