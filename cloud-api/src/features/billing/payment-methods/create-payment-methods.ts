import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Payments } from '../../../ports/payments.ts';
import { AttachService } from './attach.service.ts';
import { CustomerCardsService } from './customer-cards.service.ts';
import { customerCardsRoutes, paymentMethodsRoutes } from './payment-methods.routes.ts';
import { PaymentMethodsService } from './payment-methods.service.ts';

interface Dependencies {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
  readFresh: ReadFresh;
  ageOf: AgeOfCustomer;
}

export function createPaymentMethods({ db, operations, payments, clock, readFresh, ageOf }: Dependencies) {
  const cards = new PaymentMethodsService({ db, operations, payments, readFresh });
  const attaching = new AttachService({ db, operations, payments, clock });
  return {
    routes: [...paymentMethodsRoutes({ cards, attaching }), ...customerCardsRoutes(new CustomerCardsService({ db, ageOf, clock }))],
    /** For members, who save their own cards. */
    attaching,
  } satisfies OfferingFeature;
}
