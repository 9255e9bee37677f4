import { useState, type ReactNode } from 'react';
import { requestCoupon } from '@washdesk/contracts/sites/wash-coupon';
import { useStepUp } from '../../../domain/step-up/use-step-up.tsx';
import { useKeyedRequest, type KeyedRequestState } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useRequestCouponMutation } from './isi-api.ts';

/** The form's fields, named as in the request. */
export type CouponForm = Record<'vendor_id' | 'first_name' | 'last_name' | 'custom_1', string>;

interface CouponRequestState {
  state: KeyedRequestState;
  /** The latest coupon; null before. */
  coupon: { image: string; invoice: string } | null;
  send: (form: CouponForm) => Promise<void>;
  startAnew: () => void;
  /** A manager's approval. */
  dialog: ReactNode;
}

/** Requests a wash coupon, one per invoice (docs/rules/sites.md#wash-coupons). */
export function useCouponRequest(): CouponRequestState {
  const [request] = useRequestCouponMutation();
  const stepUp = useStepUp();
  const { state, send } = useKeyedRequest({ kind: 'wash-coupon', nothingDone: ['fetchapp_unavailable'] });
  const [coupon, setCoupon] = useState<CouponRequestState['coupon']>(null);
  return {
    state,
    coupon,
    send: async (body) => {
      const image = await send(JSON.stringify(body), (idempotencyKey) =>
        stepUp.ask(requestCoupon, { body, idempotencyKey }, (approved) => request(approved)),
      );
      if (image !== undefined) setCoupon({ image, invoice: body.vendor_id.trim() });
    },
    startAnew: () => setCoupon(null),
    dialog: stepUp.dialog,
  };
}
