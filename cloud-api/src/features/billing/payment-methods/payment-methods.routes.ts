import {
  attachPaymentMethod,
  createSetupIntent,
  deletePaymentMethod,
  getPaymentMethod,
  getSetupIntent,
} from '@washdesk/contracts/billing/payment-method';
import { customerCards } from '@washdesk/contracts/members/customer-parts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { AttachService } from './attach.service.ts';
import type { CustomerCardsService } from './customer-cards.service.ts';
import type { PaymentMethodsService } from './payment-methods.service.ts';

interface Services {
  cards: PaymentMethodsService;
  attaching: AttachService;
}

export const paymentMethodsRoutes = ({ cards, attaching }: Services): Route[] => [
  route(attachPaymentMethod, ({ body, caller, idempotencyKey }) =>
    attaching.attach(principalOf(caller), requiredKey(idempotencyKey), body),
  ),
  route(getPaymentMethod, ({ params, query }) => cards.get(params.id, query.noCache === 'true')),
  route(deletePaymentMethod, ({ params, query, caller, idempotencyKey }) =>
    cards.delete(principalOf(caller), requiredKey(idempotencyKey), params.id, query.customerId),
  ),
  route(createSetupIntent, ({ body, query, caller, idempotencyKey }) =>
    cards.setUp(
      principalOf(caller),
      requiredKey(idempotencyKey),
      body.customer ?? body.id ?? body.stripeCustomer ?? null,
      query.usePayTerminal === 'yes',
    ),
  ),
  route(getSetupIntent, ({ params }) => cards.setupIntent(params.id)),
];

export const customerCardsRoutes = (cards: CustomerCardsService): Route[] => [
  route(customerCards, ({ params, query }) => cards.cards(params.id, query.noCache === 'true')),
];
