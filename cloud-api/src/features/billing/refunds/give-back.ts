import type { RefundShare } from '@washdesk/rules/billing/refunds';
import type { ProviderRefund } from '../../../db/provider-objects.ts';
import type { Act } from '../../../operations/act.ts';
import { Failure } from '../../../common/failure.ts';
import { refundMetadata, type Why } from './refund-words.ts';

/**
 * One refund of one charge, and the charge as it is afterwards. A bank may still refuse it days later: the provider's event tells.
 * @throws Failure 409 `refund_failed`
 */
export async function giveBack(act: Act<unknown>, step: string, { charge, amount }: RefundShare, why: Why): Promise<ProviderRefund> {
  const metadata = refundMetadata(act.by, why);
  const made = async (): Promise<ProviderRefund | null> => {
    const refunds = await act.payments.refundsOf(charge);
    return refunds.find((refund) => refund.metadata?.['deed'] === act.id) ?? null;
  };
  const refund = await act.write('refund', step, (name) => act.payments.refund(name, { charge, amount, metadata }), made);
  await act.read('charge', charge);
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new Failure(409, 'refund_failed', 'Failed to Process Refund', {
      details: { refund: refund.id, reason: refund.failure_reason ?? null },
    });
  }
  return refund;
}
