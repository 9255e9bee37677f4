import { emailReceipt, sendWelcome, textPaymentLink, textReceipt } from '@washdesk/contracts/members/communication';
import { badRequest } from '../../../common/failure.ts';
import { principalOf, requiredKey, route, type Route } from '../../../http/route.ts';
import type { PaymentLinksService } from './payment-links.service.ts';
import type { ReceiptMessagesService } from './receipt-messages.service.ts';
import type { WelcomeService } from './welcome.service.ts';

interface Services {
  welcomes: WelcomeService;
  receiptMessages: ReceiptMessagesService;
  paymentLinks: PaymentLinksService;
}

export const communicationRoutes = ({ welcomes, receiptMessages, paymentLinks }: Services): Route[] => [
  route(sendWelcome, ({ body, caller, idempotencyKey, operationKey }) => {
    const by = principalOf(caller);
    if (operationKey !== undefined) return welcomes.ofOperation(by, operationKey);
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
  route(textPaymentLink, ({ body, caller, idempotencyKey }) =>
    paymentLinks.text(body.subscription, principalOf(caller), requiredKey(idempotencyKey)),
  ),
];
