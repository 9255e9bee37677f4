import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { BeginChargeService } from './begin-charge.service.ts';
import type { CaptureService } from './capture.service.ts';

interface Services {
  charging: BeginChargeService;
  captures: CaptureService;
}

export const paymentIntentsRoutes = ({ charging, captures }: Services): Route[] => [
  route(createPaymentIntent, ({ body, caller, idempotencyKey }) => charging.begin(principalOf(caller), requiredKey(idempotencyKey), body)),
  route(getPaymentIntent, ({ params, query }) => captures.get(params.id, query.noCache === 'true')),
  route(capturePaymentIntent, ({ params, caller, idempotencyKey }) =>
    captures.capture(principalOf(caller), requiredKey(idempotencyKey), params.id),
  ),
];
