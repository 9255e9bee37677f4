/** Members, what they pay for and how often they come. Instants are ISO 8601 UTC, sites Sitewatch numbers. */
import type { MonthlyUsage as MonthOfUsage } from '@washdesk/rules/lane/usage';
import type { TaxRate } from './model.ts';

export interface Vehicle {
  make: string;
  model: string;
  color: string;
}

export interface Card {
  id: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
}

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'incomplete' | 'canceled';

export interface Subscription {
  id: string;
  itemId: string;
  status: SubscriptionStatus;
  priceId: string;
  created: string;
  periodStart: string;
  periodEnd: string;
  trialEnd: string | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: string | null;
  cancellationComment: string | null;
  metadata: Record<string, string>;
  /** The tax rate of a plan that was sold since its site adds a tax. */
  taxRate: TaxRate | null;
  /** The state of the last bill of an ended plan, if it was not paid. */
  unpaidInvoice: 'open' | 'uncollectible' | null;
  /** A price increase that Stripe will apply by itself: from this instant on the subscription is on `priceId`. */
  increase: { scheduleId: string; priceId: string; startsAt: string } | null;
}

export interface SitewatchClub {
  planType: string;
  starts: string;
  /** The first day on which the plan is no longer valid. */
  expires: string;
}

export interface Member {
  /** Stripe's `cus_…`. */
  id: string;
  firstName: string;
  lastName: string;
  /** As stored at Stripe: 'Last, First' for those signed up at a register, 'First Last' for those who signed up online. */
  name: string;
  email: string;
  phone: string;
  address: { city: string; state: string; postalCode: string; country: string };
  /** Home site. */
  site: number;
  plate: string;
  tag: string | null;
  theCard: string | null;
  /** Further codes that only Sitewatch knows. */
  extraCodes: string[];
  /** Codes switched off in Sitewatch; the seed appends '~' and the row's id, as the product does. */
  disabledCodes: string[];
  vehicle: Vehicle;
  isCommercial: boolean;
  isTruck: boolean;
  isBusinessSelect: boolean;
  taxExempt: boolean;
  created: string;
  deleted: boolean;
  card: Card | null;
  subscription: Subscription | null;
  /** The club plan in every site's Sitewatch. */
  club: SitewatchClub | null;
  /** Customer metadata beyond what the fields above say, such as clonedFrom. */
  metadata: Record<string, string>;
  usagePattern: UsagePattern;
}

export type UsagePattern = 'none' | 'light' | 'steady' | 'regular' | 'heavy' | 'rising' | 'falling' | 'mixed';

/** Washes of one member in one month. Months before the last sixty days have no single washes behind them. */
export interface MonthlyUsage extends MonthOfUsage {
  customer: string;
  plan: string;
}

export interface Wash {
  /** A UUIDv7, which is the usage id in PostgreSQL and the tender's reference in Sitewatch. */
  id: string;
  customer: string;
  code: string;
  site: number;
  terminal: string;
  employee: number;
  plan: string;
  /** The sale's number at its site, counted from 1. */
  saleId: number;
  at: string;
}

export interface Note {
  /** A UUIDv7. */
  id: string;
  customer: string;
  note: string;
  attention: boolean;
  agent: string;
  at: string;
}

/** A renewal before the last bill, or the last one where its first payment failed. */
export interface PastBill {
  customer: string;
  at: string;
  priceId: string;
  /** When it was paid after the card was declined; null where the first payment went through. */
  paidAt: string | null;
}

/** The receipt and the agreement of a plan that was sold. */
export interface SignUp {
  customer: string;
  /** The receipt's UUIDv7. */
  receipt: string;
  at: string;
  site: number;
  terminal: string | null;
  /** A UUIDv7, and when it was signed: null while it waits. Null where no signature was asked for. */
  signature: { id: string; signedAt: string | null } | null;
}

/** A customer who wants no messages of a kind. */
export interface OptOut {
  customer: string;
  channel: 'sms' | 'email';
  since: string;
}

/** A member worth trying by hand: which code to type and what to expect. */
export interface EdgeCase {
  customer: string;
  /** The plate. */
  code: string;
  tag: string | null;
  says: string;
}
