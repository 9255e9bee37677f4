import type * as billing from '../billing/model.ts';

/** A redeemed coupon. It stays stored after it was removed, because invoices name it. */
export interface Discount {
  id: string;
  object: 'discount';
  checkout_session: null;
  customer: string;
  customer_account: null;
  /** Epoch seconds; null if it does not end by the clock. */
  end: number | null;
  invoice: null;
  invoice_item: null;
  promotion_code: null;
  source: { coupon: string; type: 'coupon' };
  /** Epoch seconds. */
  start: number;
  /** Null for the customer's own. */
  subscription: string | null;
  subscription_item: null;
  /** What it takes off; a later change of the coupon does not matter. Never shown. */
  billing: billing.Discount;
}

export function discountView({ billing: _billing, ...shown }: Discount) {
  return shown;
}
