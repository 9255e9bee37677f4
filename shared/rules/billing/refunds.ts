import { centsToDollars } from './money.ts';

/** The facts that determine how much of a charge can be refunded. Amounts are in cents. */
export interface ChargeFacts {
  status: string;
  captured: boolean;
  amountCaptured: number;
  amountRefunded: number;
  disputed: boolean;
  /** Whether the customer was deleted at the card provider; false for a charge without a customer. */
  customerDeleted: boolean;
}

export interface RefundRefusal {
  code: 'charge_not_captured' | 'charge_disputed' | 'customer_deleted' | 'more_than_refundable';
  message: string;
}

/** Returns captured minus refunded; 0 if the charge is disputed or failed or its customer is deleted (docs/rules/billing.md#charges). */
export function refundableCents(charge: ChargeFacts): number {
  const { status, captured, amountCaptured, amountRefunded, disputed, customerDeleted } = charge;
  if (disputed || customerDeleted || !captured || status !== 'succeeded') return 0;
  return Math.max(0, amountCaptured - amountRefunded);
}

/** Returns why this amount cannot be refunded, in words for a cashier; null if it can. */
export function refundRefusal(charge: ChargeFacts, amount: number): RefundRefusal | null {
  if (charge.disputed) return { code: 'charge_disputed', message: 'This charge is disputed and can’t be refunded' };
  if (charge.customerDeleted) return { code: 'customer_deleted', message: 'This customer was deleted, so the charge can’t be refunded' };
  if (!charge.captured || charge.status !== 'succeeded') return { code: 'charge_not_captured', message: 'This charge was never collected' };
  const left = refundableCents(charge);
  if (amount <= left) return null;
  const message = left === 0 ? 'This charge is fully refunded' : `Only ${centsToDollars(left)} of this charge can be refunded`;
  return { code: 'more_than_refundable', message };
}

/**
 * Returns the lowest role that may give a charge's money back. A register's sale belongs to the register, for every buyer; any other charge
 * of a customer, such as a plan's, is the customer's.
 */
export const refundRole = ({ customer, saleId }: { customer: string | null; saleId: string | undefined }): 'User' | 'SalesManager' =>
  customer !== null && !saleId ? 'SalesManager' : 'User';

export type RefundState = 'none' | 'partially' | 'fully';

/** Returns 'Partially Refunded' or 'Fully Refunded'. */
export function refundState({ amountCaptured, amountRefunded }: Pick<ChargeFacts, 'amountCaptured' | 'amountRefunded'>): RefundState {
  if (amountRefunded === 0) return 'none';
  return amountRefunded < amountCaptured ? 'partially' : 'fully';
}

export interface RefundShare {
  charge: string;
  amount: number;
}

/** Distributes an open refund over charges, in the given order, until the amount is reached. Returns null if their total is too small. */
export function spreadRefund(charges: readonly { id: string; refundable: number }[], amount: number): RefundShare[] | null {
  const shares: RefundShare[] = [];
  let missing = amount;
  for (const { id, refundable } of charges) {
    if (missing === 0) break;
    const share = Math.min(refundable, missing);
    if (share > 0) shares.push({ charge: id, amount: share });
    missing -= share;
  }
  return missing === 0 ? shares : null;
}
