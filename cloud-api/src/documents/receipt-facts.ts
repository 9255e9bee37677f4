import { z } from 'zod';
import { readFacts, storedFacts } from '../operations/stored-facts.ts';

/** Cents per month before tax, and with it; receipts of earlier releases have no total. */
const monthly = { price: z.number(), total: z.number().optional() };

/** The card that paid or was refunded, with only its last four digits. */
const printedCard = z.object({ brand: z.string(), last4: z.string() });
export type PrintedCard = z.infer<typeof printedCard>;

const ofMember = {
  /** The customer's name at the provider. */
  member: z.string().nullable(),
  /** Plate, otherwise tag. */
  code: z.string().nullable(),
};

const signUp = z.object({
  ...ofMember,
  subscription: z.string(),
  plan: z.string(),
  ...monthly,
  /** Cents paid at the sign-up. */
  dueToday: z.number(),
  card: printedCard.nullable(),
  /** Months of guaranteed price. */
  duration: z.number(),
});

const charge = z.object({
  ...ofMember,
  description: z.string().nullable(),
  /** Cents. */
  amount: z.number(),
  card: printedCard.nullable(),
  /** The register's sale. */
  sale: z.string().nullable(),
});

const refund = z.object({
  ...ofMember,
  description: z.string().nullable(),
  /** Cents, all parts together. */
  amount: z.number(),
  card: printedCard.nullable(),
  /** The provider's refunds. */
  refunds: z.array(z.string()),
  /** Cents of those that failed later, not included in the amount. */
  failed: z.number().optional(),
});

const changeName = z.enum(['upgrade', 'downgrade', 'changeprice', 'discontinue', 'terminate', 'reinstate']);
export type ChangeName = z.infer<typeof changeName>;

const planChange = z.object({
  ...ofMember,
  subscription: z.string(),
  change: changeName,
  /** Null for a price that the provider no longer has; so is the price. */
  plan: z.string().nullable(),
  /** The plan's name and cents per month before the change; null if the plan stays. */
  former: z.object({ plan: z.string(), ...monthly }).nullable(),
  price: z.number().nullable(),
  total: monthly.total,
  /** Cents paid for the change. */
  paid: z.number(),
  card: printedCard.nullable(),
  /** Epoch seconds: when the plan ends; null if it continues. */
  ends: z.number().nullable(),
});

const priceIncrease = z.object({
  ...ofMember,
  subscription: z.string(),
  plan: z.string(),
  /** Cents per month before tax, and with it; notices of earlier releases have no totals. */
  from: z.number(),
  to: z.number(),
  fromTotal: z.number().optional(),
  toTotal: z.number().optional(),
  /** Epoch seconds. */
  effective: z.number(),
});

const redeem = z.object({ ...ofMember, plan: z.string() });

const giftCard = z.object({
  /** The last four characters of the card's code. */
  ending: z.string(),
  /** The card's id at its site; several cards may have the code. Unknown from an older agent. */
  card: z.number().optional(),
  /** Cents charged, and cents remaining. */
  amount: z.number(),
  balance: z.number(),
});

const coupon = z.object({
  ...ofMember,
  /** The ISI invoice of the coupon. */
  invoice: z.string(),
  /** The code that is scanned or typed to use it. */
  coupon: z.string(),
});

const recorded = { signup: signUp, charge, refund, planchange: planChange, priceincrease: priceIncrease, giftcard: giftCard, coupon };

/** Kinds with their own row: a redeem's receipt is derived from its usage. */
export type RecordedKind = keyof typeof recorded;

type RecordedFacts = { [K in RecordedKind]: z.infer<(typeof recorded)[K]> };

/** The content of a receipt of each kind, as of the time it was written. */
export interface ReceiptFacts extends RecordedFacts {
  redeem: z.infer<typeof redeem>;
}
export type ReceiptKind = keyof ReceiptFacts;

const schemas: { [K in RecordedKind]: z.ZodType<RecordedFacts[K]> } = recorded;

/** Parses a kind as stored in the database. @throws Error if this release does not support it */
export const recordedKind = (kind: string): RecordedKind => z.enum(Object.keys(recorded) as RecordedKind[]).parse(kind);

/** The facts as stored, with their schema version. */
export const storedReceiptFacts = <K extends RecordedKind>(kind: K, facts: RecordedFacts[K]): object => storedFacts(schemas[kind], facts);

/** @throws UnreadableFacts */
export const readReceiptFacts = <K extends RecordedKind>(kind: K, stored: object): RecordedFacts[K] =>
  readFacts(`the receipt of a ${kind}`, schemas[kind], stored);

/** Returns the subject of a receipt and its cents, for one line of a list. @throws UnreadableFacts */
export function receiptLine(kind: RecordedKind, stored: object): { item: string | null; amount: number | null } {
  const read = <K extends RecordedKind>(of: K) => readReceiptFacts(of, stored);
  switch (kind) {
    case 'signup': {
      const { plan, dueToday } = read('signup');
      return { item: plan, amount: dueToday };
    }
    case 'planchange': {
      const { plan, paid } = read('planchange');
      return { item: plan, amount: paid };
    }
    case 'priceincrease': {
      const { plan, to, toTotal } = read('priceincrease');
      return { item: plan, amount: toTotal ?? to };
    }
    case 'charge':
    case 'refund': {
      const { description, amount } = read(kind);
      return { item: description, amount };
    }
    case 'giftcard':
      return { item: null, amount: read('giftcard').amount };
    case 'coupon':
      return { item: null, amount: null };
    default:
      return kind satisfies never;
  }
}
