import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Payments } from '../../../ports/payments.ts';
import { ChargeRefundService } from './charge-refund.service.ts';
import { OpenRefundService } from './open-refund.service.ts';
import { refundsRoutes } from './refunds.routes.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
}

export const createRefunds = ({ db, operations, payments }: Dependencies): Feature => ({
  routes: refundsRoutes({
    chargeRefunds: new ChargeRefundService({ db, operations }),
    openRefunds: new OpenRefundService({ db, operations, payments }),
  }),
});
