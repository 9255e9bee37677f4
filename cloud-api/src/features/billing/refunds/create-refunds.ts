import { customerCredit, settleCredit } from '@washdesk/contracts/billing/credit';
import { openRefund, refundCharge } from '@washdesk/contracts/billing/refund';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Payments } from '../../../ports/payments.ts';
import { ChargeRefundService } from './charge-refund.service.ts';
import { CreditService } from './credit.service.ts';
import { OpenRefundService } from './open-refund.service.ts';

interface Services {
  chargeRefunds: ChargeRefundService;
  openRefunds: OpenRefundService;
  credits: CreditService;
}

const refundsRoutes = ({ chargeRefunds, openRefunds, credits }: Services): Route[] => [
  route(refundCharge, ({ params, body, caller, idempotencyKey }) =>
    chargeRefunds.refund(principalOf(caller), requiredKey(idempotencyKey), params.chargeId, body),
  ),
  route(customerCredit, ({ params }) => credits.of(params.id)),
  route(settleCredit, ({ params, body, caller, idempotencyKey }) =>
    credits.settle(principalOf(caller), requiredKey(idempotencyKey), params.id, body),
  ),
  route(openRefund, ({ body, query, caller, idempotencyKey }) =>
    openRefunds.refund(principalOf(caller), requiredKey(idempotencyKey), body, query.last4),
  ),
];

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  readFresh: ReadFresh;
  limits: DailyLimitsOfPersons;
}

export const createRefunds = ({ db, operations, payments, readFresh, limits }: Dependencies): Feature => ({
  routes: refundsRoutes({
    chargeRefunds: new ChargeRefundService({ db, operations, readFresh, limits }),
    openRefunds: new OpenRefundService({ db, operations, payments, readFresh, limits }),
    credits: new CreditService({ db, operations, payments, readFresh, limits }),
  }),
});
