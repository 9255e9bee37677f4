import type { ReceiptFacts, ReceiptKind } from '../../../documents/receipt-facts.ts';
import type { Receipt } from './receipt.ts';

/** A receipt as a row of a list. */
export interface ReceiptSummary {
  /** Plate, else tag. */
  code: string | null;
  /** What was sold, changed or given. */
  item: string | null;
  /** Cents: of a plan a month, else what was paid or given back. */
  price: number | null;
}

const summaries: { [K in ReceiptKind]: (facts: ReceiptFacts[K]) => ReceiptSummary } = {
  signup: ({ code, plan, price }) => ({ code, item: plan, price }),
  charge: ({ code, description, amount }) => ({ code, item: description, price: amount }),
  refund: ({ code, description, amount }) => ({ code, item: description, price: amount }),
  planchange: ({ code, plan, price }) => ({ code, item: plan, price }),
  priceincrease: ({ code, plan, to }) => ({ code, item: plan, price: to }),
  redeem: ({ code, plan }) => ({ code, item: plan, price: null }),
  giftcard: ({ ending, amount }) => ({ code: null, item: `Gift card ending in ${ending}`, price: amount }),
  coupon: ({ code, coupon }) => ({ code, item: `Coupon ${coupon}`, price: null }),
};

export const receiptSummary = ({ kind, facts }: Receipt): ReceiptSummary =>
  (summaries[kind] as (known: typeof facts) => ReceiptSummary)(facts);
