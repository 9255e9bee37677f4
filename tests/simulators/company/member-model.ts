/** Members, their plans and their washes. Times are ISO 8601 UTC; sites are Sitewatch numbers. */
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
  /** The tax rate of a plan that was sold after its site introduced a tax. */
  taxRate: TaxRate | null;
  /** The status of an ended plan's last invoice if it was not paid. */
  unpaidInvoice: 'open' | 'uncollectible' | null;
  /** A price increase that Stripe applies automatically: from `startsAt` on, the subscription has `priceId`. */
  increase: { scheduleId: string; priceId: string; startsAt: string } | null;
}

export interface SitewatchClub {
  planType: string;
  starts: string;
  /** The first day on which the plan is not valid. */
  expires: string;
}

export interface Member {
  /** Stripe's `cus_…`. */
  id: string;
  firstName: string;
  lastName: string;
  /** As stored at Stripe: 'Last, First' for sign-ups at a register, 'First Last' for online sign-ups. */
  name: string;
  email: string;
  phone: string;
  address: { city: string; state: string; postalCode: string; country: string };
  /** Home site. */
  site: number;
  plate: string;
  tag: string | null;
  theCard: string | null;
  /** Additional codes that exist only in Sitewatch. */
  extraCodes: string[];
  /** Codes disabled in Sitewatch. The seed appends '~' and the row id, as the product does. */
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
  /** The club plan in the Sitewatch of every site. */
  club: SitewatchClub | null;
  /** Customer metadata that the fields above do not cover, such as clonedFrom. */
  metadata: Record<string, string>;
  usagePattern: UsagePattern;
}

export type UsagePattern = 'none' | 'light' | 'steady' | 'regular' | 'heavy' | 'rising' | 'falling' | 'mixed';

/** Washes of one member in one month. Months older than sixty days have no single washes. */
export interface MonthlyUsage extends MonthOfUsage {
  customer: string;
  plan: string;
}

export interface Wash {
  /** A UUIDv7: the usage id in PostgreSQL and the tender's reference in Sitewatch. */
  id: string;
  customer: string;
  code: string;
  site: number;
  terminal: string;
  employee: number;
  plan: string;
  /** The sale number at its site, starting at 1. */
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

/** A renewal before the last invoice, or the last one if its first payment failed. */
export interface PastBill {
  customer: string;
  at: string;
  priceId: string;
  /** The time of payment after the card was declined; null if the first payment succeeded. */
  paidAt: string | null;
}

/** The receipt and agreement of a sold plan. */
export interface SignUp {
  customer: string;
  /** The receipt's UUIDv7. */
  receipt: string;
  at: string;
  site: number;
  terminal: string | null;
  /** A UUIDv7 and the time of signing, null while pending. Null if no signature was requested. */
  signature: { id: string; signedAt: string | null } | null;
}

/** A customer who opted out of one kind of message. */
export interface OptOut {
  customer: string;
  channel: 'sms' | 'email';
  since: string;
}

/** A member worth trying by hand: the code to type and the expected result. */
export interface EdgeCase {
  customer: string;
  /** The member's plate. */
  code: string;
  tag: string | null;
  says: string;
}
