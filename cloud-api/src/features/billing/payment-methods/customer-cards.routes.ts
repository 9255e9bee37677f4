import { customerCards } from '@washdesk/contracts/members/customer-parts';
import { route, type Route } from '../../../http/route.ts';
import type { CustomerCardsService } from './customer-cards.service.ts';

export const customerCardsRoutes = (cards: CustomerCardsService): Route[] => [
  route(customerCards, ({ params, query }) => cards.cards(params.id, query.noCache === 'true')),
];
