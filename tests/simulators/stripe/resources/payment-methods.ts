import { attachMethod, detachMethod } from '../money/attach.ts';
import { methodOfToken } from '../money/usable-method.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { matches } from '../server/matching.ts';
import {
  actionOperation,
  answerWith,
  createOperation,
  listOperation,
  retrieveOperation,
  updateOperation,
  type Operation,
} from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { noSuch, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { changedMethod, createFields, createMethod, updateFields } from './payment-method-fields.ts';

const path = '/v1/payment_methods';
const named = 'PaymentMethod';

type PaymentMethodFilter = Pick<PaymentMethod, 'type' | 'allow_redisplay'>;

const filters = ['type', 'allow_redisplay'];
const narrowed = (input: Input) =>
  matches<PaymentMethodFilter>({ type: input.text('type') as PaymentMethodFilter['type'], allow_redisplay: input.text('allow_redisplay') });

/** A test token can be attached directly; each use creates a new payment method. */
const attach: Operation = {
  method: 'POST',
  path: `${path}/:id/attach`,
  parameters: ['expand', 'customer'],
  run(sandbox, { path: { id = '' }, input }) {
    const customer = input.text('customer');
    if (!customer) throw new StripeFault(400, 'Missing required param: customer.', { code: 'parameter_missing' });
    if (!sandbox.store.get('customer', customer)) throw noSuchReference('customer', customer, 'customer');
    const method = sandbox.store.get('payment_method', id) ?? methodOfToken(sandbox, id);
    if (!method) throw noSuch(named, id, 'payment_method');
    return answerWith(sandbox, attachMethod(sandbox, method, customer), input);
  },
};

function detach(sandbox: Sandbox, method: PaymentMethod): PaymentMethod {
  if (method.customer !== null) return detachMethod(sandbox, method);
  throw new StripeFault(400, 'The payment method you provided is not attached to a customer so detachment is impossible.', {
    param: 'payment_method',
  });
}

/** Retrieves one of a customer's payment methods. */
const retrieveOfCustomer: Operation = {
  method: 'GET',
  path: '/v1/customers/:customer/payment_methods/:id',
  parameters: ['expand'],
  run(sandbox, { path: { customer = '', id = '' }, input }) {
    const method = sandbox.store.get('payment_method', id);
    if (method?.customer !== customer) throw noSuch(named, id);
    return answerWith(sandbox, method, input);
  },
};

export const paymentMethodOperations: readonly Operation[] = [
  listOperation({
    kind: 'payment_method',
    named,
    path,
    filters: [...filters, 'customer'],
    where(input, _path, { store }) {
      const customer = input.text('customer');
      if (customer !== undefined && !store.get('customer', customer)) throw noSuchReference('customer', customer, 'customer');
      const wanted = narrowed(input);
      return (method) => customer !== undefined && method.customer === customer && wanted(method);
    },
  }),
  listOperation({
    kind: 'payment_method',
    named,
    path: '/v1/customers/:customer/payment_methods',
    filters,
    where(input, { customer = '' }, { store }) {
      if (!store.get('customer', customer)) throw noSuch('customer', customer);
      const wanted = narrowed(input);
      return (method) => method.customer === customer && wanted(method);
    },
  }),
  retrieveOfCustomer,
  retrieveOperation('payment_method', path, { named }),
  createOperation(path, createFields, createMethod),
  updateOperation('payment_method', path, updateFields, changedMethod, { named, event: 'payment_method.updated' }),
  attach,
  actionOperation({ kind: 'payment_method', named, path: `${path}/:id/detach`, parameters: [], run: detach }),
];
