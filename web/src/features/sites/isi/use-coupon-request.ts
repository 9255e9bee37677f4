import { useState } from 'react';
import type { CallFailure } from '../../../lib/api/call-failure.ts';
import { retryIdempotent } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useRequestCouponMutation } from './isi-api.ts';

const requests = pendingRequests('wash-coupon', 12 * 3_600_000);

/** As the request has them. */
export type CouponForm = Record<'vendor_id' | 'first_name' | 'last_name' | 'custom_1', string>;

type State =
  | { kind: 'open' | 'sending' | 'unknown' }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'made'; image: string; invoice: string };

interface CouponRequestState {
  state: State;
  send: (form: CouponForm) => Promise<void>;
  startAnew: () => void;
}

/** Requests a wash coupon; the same entries of the same person bear the same key until the outcome is known, also after a reload. */
export function useCouponRequest(): CouponRequestState {
  const owner = useSession()?.user.userid ?? '';
  const [request] = useRequestCouponMutation();
  const [state, setState] = useState<State>({ kind: 'open' });
  const send = async (body: CouponForm): Promise<void> => {
    const subject = JSON.stringify([owner, body]);
    const idempotencyKey = requests.idFor(subject);
    setState({ kind: 'sending' });
    const outcome = await retryIdempotent(() => request({ body, idempotencyKey }));
    // of a provider that is away no coupon was made: the API knows it
    const isKnown = outcome.kind !== 'unknown' || outcome.failure.code === 'fetchapp_unavailable';
    if (isKnown) requests.settle(subject);
    if (outcome.kind === 'done') setState({ kind: 'made', image: outcome.data, invoice: body.vendor_id.trim() });
    else setState(isKnown ? { kind: 'refused', failure: outcome.failure } : { kind: 'unknown' });
  };
  return { state, send, startAnew: () => setState({ kind: 'open' }) };
}
