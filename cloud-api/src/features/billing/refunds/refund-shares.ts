import type { RefundShare } from '@washdesk/rules/billing/refunds';
import { Failure } from '../../../common/failure.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { PaymentsRefused } from '../../../ports/payments.ts';
import { refundOneCharge } from './refund-one-charge.ts';
import type { RefundReason } from './refund-reason.ts';

export interface Given extends RefundShare {
  id: string;
  status: string | null;
}

/**
 * Refunds one charge after the other. Completed refunds stay if another charge cannot be refunded in full.
 * @returns `refusal` of the last charge that could not be refunded
 */
export async function refundShares(
  run: OperationRun<unknown>,
  shares: readonly RefundShare[],
  why: RefundReason,
): Promise<{ given: Given[]; refusal: unknown }> {
  const given: Given[] = [];
  let refusal: unknown = null;
  for (const [i, share] of shares.entries()) {
    try {
      const { id, amount, status } = await refundOneCharge(run, `refund-${i + 1}`, share, why);
      given.push({ id, charge: share.charge, amount, status });
    } catch (error) {
      if (!(error instanceof PaymentsRefused || error instanceof Failure)) throw error;
      refusal = error;
    }
  }
  return { given, refusal };
}

export const sumOf = (given: readonly Given[]): number => given.reduce((sum, { amount }) => sum + amount, 0);
