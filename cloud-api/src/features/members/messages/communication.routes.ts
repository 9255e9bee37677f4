import { emailReceipt, sendWelcome, textReceipt } from '@washdesk/contracts/members/communication';
import { badRequest } from '../../../common/failure.ts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { ReceiptMessagesService } from './receipt-messages.service.ts';
import type { WelcomeService } from './welcome.service.ts';

interface Rooms {
  welcomes: WelcomeService;
  receiptMessages: ReceiptMessagesService;
}

export const communicationRoutes = ({ welcomes, receiptMessages }: Rooms): Route[] => [
  route(sendWelcome, ({ body, caller, idempotencyKey, deedKey }) => {
    const by = principalOf(caller);
    if (deedKey !== undefined) return welcomes.ofDeed(by, deedKey);
    const customer = body.customer ?? body.stripeCustomer ?? body.id;
    if (!customer) throw badRequest('body.customer', 'must be the id of a customer');
    return welcomes.toCustomer(by, requiredKey(idempotencyKey), customer);
  }),
  route(textReceipt, ({ body, caller, idempotencyKey }) =>
    receiptMessages.send('sms', body.id, principalOf(caller), requiredKey(idempotencyKey)),
  ),
  route(emailReceipt, ({ body, caller, idempotencyKey }) =>
    receiptMessages.send('email', body.id, principalOf(caller), requiredKey(idempotencyKey)),
  ),
];
