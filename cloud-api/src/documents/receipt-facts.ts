/** The card that paid or was refunded, without more of its number than its last four digits. */
export interface PrintedCard {
  brand: string;
  last4: string;
}

interface OfMember {
  /** The customer's name at the provider. */
  member: string | null;
  /** Plate, else tag. */
  code: string | null;
}

export interface SignUpFacts extends OfMember {
  subscription: string;
  plan: string;
  /** Cents a month, before tax. */
  price: number;
  /** Cents that were paid at the sign-up. */
  dueToday: number;
  card: PrintedCard | null;
  /** Months that the price is guaranteed. */
  duration: number;
}

export interface ChargeFacts extends OfMember {
  description: string | null;
  /** Cents. */
  amount: number;
  card: PrintedCard | null;
  /** The register's sale. */
  sale: string | null;
}

export interface RefundFacts extends OfMember {
  description: string | null;
  /** Cents, of all its parts together. */
  amount: number;
  card: PrintedCard | null;
  /** The provider's refunds. */
  refunds: string[];
  /** Cents of these that failed later: they are not in the amount. */
  failed?: number;
}

export type ChangeName = 'upgrade' | 'downgrade' | 'changeprice' | 'discontinue' | 'terminate' | 'reinstate';

export interface PlanChangeFacts extends OfMember {
  subscription: string;
  change: ChangeName;
  /** Null for a price that the provider has no more. */
  plan: string | null;
  /** The plan's name and cents a month before the change; null where the plan stays. */
  former: { plan: string; price: number } | null;
  /** Cents a month, before tax. */
  price: number | null;
  /** Cents that were paid for the change. */
  paid: number;
  card: PrintedCard | null;
  /** Epoch seconds: when the plan ends; null for one that goes on. */
  ends: number | null;
}

export interface PriceIncreaseFacts extends OfMember {
  subscription: string;
  plan: string;
  /** Cents a month. */
  from: number;
  to: number;
  /** Epoch seconds. */
  effective: number;
}

export interface RedeemFacts extends OfMember {
  plan: string;
}

export interface GiftCardFacts {
  /** The last four characters of the card's code. */
  ending: string;
  /** Cents taken, and cents left. */
  amount: number;
  balance: number;
}

export interface CouponFacts extends OfMember {
  /** The ISI invoice for which the coupon was given. */
  invoice: string;
  /** The code that is scanned or typed to use it. */
  coupon: string;
}

/** The content of a receipt of each kind, as it was when the receipt was written. */
export interface ReceiptFacts {
  signup: SignUpFacts;
  charge: ChargeFacts;
  refund: RefundFacts;
  planchange: PlanChangeFacts;
  priceincrease: PriceIncreaseFacts;
  redeem: RedeemFacts;
  giftcard: GiftCardFacts;
  coupon: CouponFacts;
}
export type ReceiptKind = keyof ReceiptFacts;

/** Kinds with a row of their own: a redeem's receipt is made of its usage. */
export type RecordedKind = Exclude<ReceiptKind, 'redeem'>;
