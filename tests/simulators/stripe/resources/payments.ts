import { matches } from '../matching.ts';
import { listOperation, retrieveOperation, type Operation } from '../operation.ts';
import type { Objects } from '../store.ts';

export const paymentOperations: readonly Operation[] = [
  listOperation({
    kind: 'payment_method',
    named: 'PaymentMethod',
    path: '/v1/payment_methods',
    filters: ['customer', 'type'],
    where(input) {
      const same = matches<Objects['payment_method']>({ customer: input.text('customer'), type: input.text('type') });
      // Without a customer the list holds what is attached to anyone.
      return (method) => method.customer !== null && same(method);
    },
  }),
  retrieveOperation('payment_method', '/v1/payment_methods', 'PaymentMethod'),
  listOperation({
    kind: 'charge',
    path: '/v1/charges',
    filters: ['customer', 'created'],
    where(input) {
      const same = matches<Objects['charge']>({ customer: input.text('customer') });
      const created = input.range('created');
      return (charge) => same(charge) && created(charge.created);
    },
  }),
  retrieveOperation('charge', '/v1/charges'),
];
