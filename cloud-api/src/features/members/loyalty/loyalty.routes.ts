import {
  customerLoyaltyCard,
  editLoyaltyCard,
  findLoyaltyCard,
  linkLoyalty,
  registerLoyaltyCard,
  setCardField,
  setCardGroup,
  unlinkLoyalty,
  updateLoyaltyGroups,
} from '@washdesk/contracts/members/loyalty';
import { badRequest } from '../../../common/failure.ts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { LoyaltyCards } from './cards.service.ts';
import { loyaltyMessages } from './failures.ts';
import { fieldsIn, viewMember } from './loyalty-view.ts';
import type { LoyaltySteps } from './steps.service.ts';

interface Services {
  steps: LoyaltySteps;
  cards: LoyaltyCards;
}

interface Whose {
  customer?: string | undefined;
  stripeCustomer?: string | undefined;
  id?: string | undefined;
}

function customerIn({ customer, stripeCustomer, id }: Whose): string {
  const named = customer ?? stripeCustomer ?? id;
  if (named === undefined) throw badRequest('body.customer', 'must be the id of a customer');
  return named;
}

export const loyaltyRoutes = (services: Services): Route[] => [...stepRoutes(services), ...cardRoutes(services)];

const stepRoutes = ({ steps, cards }: Services): Route[] => [
  route(registerLoyaltyCard, async ({ body, caller, idempotencyKey, operationKey }) => {
    const by = principalOf(caller);
    if (operationKey !== undefined) return viewMember(await steps.registerOfOperation(by, operationKey));
    return viewMember(await steps.register(by, requiredKey(idempotencyKey), customerIn(body), body.TheCardNumber || null));
  }),
  route(linkLoyalty, async ({ body, caller, operationKey }) => {
    const by = principalOf(caller);
    return viewMember(
      operationKey === undefined
        ? await steps.ofCustomer(by, customerIn(body), loyaltyMessages.link)
        : await steps.ofOperation(by, operationKey, loyaltyMessages.link),
    );
  }),
  route(updateLoyaltyGroups, async ({ body, caller, operationKey, keyedCall }) => {
    const by = principalOf(caller);
    if (operationKey !== undefined) return viewMember(await steps.ofOperation(by, operationKey, loyaltyMessages.groups));
    const { cardNumber: card, groups } = body;
    if (groups)
      return viewMember(await cards.setGroups(keyedCall(), card === undefined ? { customer: customerIn(body) } : { card }, groups));
    const customer = card === undefined ? customerIn(body) : (await cards.holder(by, card)).customer;
    return viewMember(await steps.ofCustomer(by, customer, loyaltyMessages.groups));
  }),
];

const cardRoutes = ({ cards }: Services): Route[] => [
  route(findLoyaltyCard, async ({ params, caller }) => viewMember(await cards.holder(principalOf(caller), params.number))),
  route(customerLoyaltyCard, async ({ params, caller }) => viewMember(await cards.ofCustomer(principalOf(caller), params.id))),
  route(setCardGroup, async ({ params, keyedCall }) =>
    viewMember(await cards.setGroups(keyedCall(), { card: params.card }, [params.group])),
  ),
  route(setCardField, async ({ params: { card, field, value }, keyedCall }) => {
    const fields = fieldsIn(editLoyaltyCard.body.parse({ [field]: value }));
    return viewMember(await cards.write(keyedCall(), card, fields));
  }),
  route(editLoyaltyCard, async ({ params, body, keyedCall }) => viewMember(await cards.write(keyedCall(), params.card, fieldsIn(body)))),
  route(unlinkLoyalty, async ({ params, keyedCall }) => viewMember(await cards.unlink(keyedCall(), params.cardNumber))),
];
