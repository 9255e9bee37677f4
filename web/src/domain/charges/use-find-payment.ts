import { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { useOperationCheck } from '../../lib/idempotent-requests/use-operation-check.ts';
import { useLazyPaymentIntentQuery } from '../card-capture/card-capture-api.ts';
import type { Approved } from '../card-capture/card-payment-dialog.tsx';

/**
 * The payment under a charge's key. `charged`: it succeeded. `ended`: it was permanently rejected, or canceled because it was not captured
 * in time, so a retry needs another key. `available`: there is none, or the same key continues it; also if the API is unreachable, because
 * the same key never charges twice.
 */
export type FoundPayment = { kind: 'charged'; approved: Approved } | { kind: 'ended' } | { kind: 'available' };

/** Fetches a charge's payment without changing it, after a reload or before its key is used again. */
export function useFindPayment(): (key: string) => Promise<FoundPayment> {
  const check = useOperationCheck();
  const [look] = useLazyPaymentIntentQuery();
  return async (key) => {
    const begun = await check(createPaymentIntent, key);
    if (begun.kind === 'refused') return { kind: 'ended' };
    if (begun.kind !== 'done' || begun.data.mode === 'setup') return { kind: 'available' };
    const { id } = begun.data;
    const { data: payment } = await look({ params: { id }, query: { noCache: 'true' } });
    if (payment?.status === 'succeeded') return { kind: 'charged', approved: { paymentIntent: id, charge: payment.latest_charge } };
    return { kind: payment?.status === 'canceled' ? 'ended' : 'available' };
  };
}
