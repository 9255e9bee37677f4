import type { InvoicePayment } from '../objects/invoice-payment.ts';
import { matches } from '../server/matching.ts';
import { listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Input } from '../wire/input.ts';

const path = '/v1/invoice_payments';

/** `payment[type]=payment_intent&payment[payment_intent]=…` */
function intentOf(input: Input): string | undefined {
  const payment = input.object('payment');
  payment?.allowOnly(['type', 'payment_intent']);
  payment?.choice('type', ['payment_intent']);
  return payment?.text('payment_intent');
}

export const invoicePaymentOperations: readonly Operation[] = [
  listOperation({
    kind: 'invoice_payment',
    path,
    filters: ['created', 'invoice', 'payment', 'status'],
    where(input) {
      const same = matches<InvoicePayment>({
        invoice: input.text('invoice'),
        status: input.choice('status', ['canceled', 'open', 'paid'] as const),
      });
      const created = input.range('created');
      const intent = intentOf(input);
      return (payment) => same(payment) && created(payment.created) && (intent === undefined || payment.payment.payment_intent === intent);
    },
  }),
  retrieveOperation('invoice_payment', path),
];
