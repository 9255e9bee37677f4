import type { ReceiptFacts, ReceiptKind } from '../../../documents/receipt-facts.ts';
import type { Receipt } from './receipt.ts';

/** A receipt as a list row. */
export interface ReceiptSummary {
  /** Plate, otherwise tag. */
  code: string | null;
  /** What was sold, changed or refunded. */
  item: string | null;
  /** Cents: per month with tax for a plan, otherwise the amount paid or refunded. */
  price: number | null;
}

const summaries: { [K in ReceiptKind]: (facts: ReceiptFacts[K]) => ReceiptSummary } = {
  signup: ({ code, plan, price, total = price }) => ({ code, item: plan, price: total }),
  charge: ({ code, description, amount }) => ({ code, item: description, price: amount }),
  refund: ({ code, description, amount }) => ({ code, item: description, price: amount }),
  planchange: ({ code, plan, price, total }) => ({ code, item: plan, price: total ?? price }),
  priceincrease: ({ code, plan, to, toTotal = to }) => ({ code, item: plan, price: toTotal }),
  redeem: ({ code, plan }) => ({ code, item: plan, price: null }),
  giftcard: ({ ending, amount }) => ({ code: null, item: `Gift card ending in ${ending}`, price: amount }),
  coupon: ({ code, coupon }) => ({ code, item: `Coupon ${coupon}`, price: null }),
};

export const receiptSummary = ({ kind, facts }: Receipt): ReceiptSummary =>
  (summaries[kind] as (known: typeof facts) => ReceiptSummary)(facts);
