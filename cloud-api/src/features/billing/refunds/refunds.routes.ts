import { openRefund, refundCharge } from '@washdesk/contracts/billing/refund';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { ChargeRefundService } from './charge-refund.service.ts';
import type { OpenRefundService } from './open-refund.service.ts';

interface Services {
  chargeRefunds: ChargeRefundService;
  openRefunds: OpenRefundService;
}

export const refundsRoutes = ({ chargeRefunds, openRefunds }: Services): Route[] => [
  route(refundCharge, ({ params, body, caller, idempotencyKey }) =>
    chargeRefunds.refund(principalOf(caller), requiredKey(idempotencyKey), params.chargeId, body),
  ),
  route(openRefund, ({ body, query, caller, idempotencyKey }) =>
    openRefunds.refund(principalOf(caller), requiredKey(idempotencyKey), body, query.last4),
  ),
];
