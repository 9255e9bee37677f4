import { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { useOperationCheck } from '../../lib/idempotent-requests/use-operation-check.ts';
import { useLazyPaymentIntentQuery } from '../card-capture/card-capture-api.ts';
import type { Approved } from '../card-capture/card-payment-dialog.tsx';

/**
 * What lies under a charge's key. `charged`: the money is there. `over`: refused for good, or cancelled because nobody took the money in time,
 * so another try needs another key. `free`: nothing, or a payment that the same key goes on with; also said where nobody can be asked, since
 * the same key takes no money twice.
 */
export type FoundPayment = { kind: 'charged'; approved: Approved } | { kind: 'over' } | { kind: 'free' };

/** Looks at a charge without touching it: after a reload, or before its key is used again (design section 4, "Money once"). */
export function useFindPayment(): (key: string) => Promise<FoundPayment> {
  const check = useOperationCheck();
  const [look] = useLazyPaymentIntentQuery();
  return async (key) => {
    const begun = await check(createPaymentIntent, key);
    if (begun.kind === 'refused') return { kind: 'over' };
    if (begun.kind !== 'done' || begun.data.mode === 'setup') return { kind: 'free' };
    const { id } = begun.data;
    const { data: payment } = await look({ params: { id }, query: { noCache: 'true' } });
    if (payment?.status === 'succeeded') return { kind: 'charged', approved: { paymentIntent: id, charge: payment.latest_charge } };
    return { kind: payment?.status === 'canceled' ? 'over' : 'free' };
  };
}
