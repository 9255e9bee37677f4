/** The card that paid or was paid back; never more of its number. */
export interface PrintedCard {
  brand: string;
  last4: string;
}

interface OfMember {
  /** The name, as the provider has it. */
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
  /** The ISI invoice that it was given for. */
  invoice: string;
  /** What is scanned or typed to use it. */
  coupon: string;
}

/** What a receipt of each kind says, as it was when the receipt was written. */
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

/** A redeem's receipt is made of its usage, which is a record already. */
export type RecordedKind = Exclude<ReceiptKind, 'redeem'>;
