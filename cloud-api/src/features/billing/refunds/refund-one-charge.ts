import type { RefundShare } from '@washdesk/rules/billing/refunds';
import { operationOf } from '@washdesk/rules/company/metadata-keys';
import { Failure } from '../../../common/failure.ts';
import type { ProviderRefund } from '../../../common/provider-objects.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { refundMetadata, type RefundReason } from './refund-reason.ts';

/**
 * Refunds one charge and reads the charge afterwards. A bank may still reject the refund days later, which the provider's event reports.
 * @throws Failure 409 `refund_failed`
 */
export async function refundOneCharge(
  run: OperationRun<unknown>,
  step: string,
  { charge, amount }: RefundShare,
  why: RefundReason,
): Promise<ProviderRefund> {
  const metadata = refundMetadata(run.by, why);
  const made = async (): Promise<ProviderRefund | null> => {
    const refunds = await run.payments.refundsOf(charge, 'interactive');
    return refunds.find((refund) => operationOf(refund.metadata) === run.id) ?? null;
  };
  const refund = await run.write('refund', step, (name) => run.payments.refund(name, { charge, amount, metadata }), made);
  await run.read('charge', charge);
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new Failure(409, 'refund_failed', 'Failed to Process Refund', {
      details: { refund: refund.id, reason: refund.failure_reason ?? null },
    });
  }
  return refund;
}
