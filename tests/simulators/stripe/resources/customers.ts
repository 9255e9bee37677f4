import { attachMethod, detachMethod, refuseAttaching } from '../money/attach.ts';
import { usableMethod } from '../money/usable-method.ts';
import { makeDeletedCustomer, makeNewCustomer, type Customer, type DeletedCustomer } from '../objects/customer.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { cancelSubscription } from '../subscribe/cancel.ts';
import { noSuch, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { changedCustomer, customerFields } from './customer-fields.ts';

const path = '/v1/customers';
const endedStatuses = ['canceled', 'incomplete_expired'];

/** Attaches a payment method sent with a new customer, and makes it the default if it is also sent as such. */
function createCustomer(sandbox: Sandbox, input: Input): Customer {
  const id = sandbox.newId('cus');
  const sent = input.text('payment_method');
  const method = sent ? usableMethod(sandbox, { id: sent, customer: id }) : undefined;
  if (method) refuseAttaching(sandbox, method);
  const testClock = input.text('test_clock') ?? null;
  if (testClock !== null && !sandbox.store.get('test_helpers.test_clock', testClock))
    throw noSuchReference('testclock', testClock, 'test_clock');
  const empty: Customer = { ...makeNewCustomer({ id, created: sandbox.now(), metadata: {} }), test_clock: testClock };
  const customer: Customer = { ...empty, ...changedCustomer(empty, input, sandbox, sent) };
  if (method && customer.invoice_settings.default_payment_method === sent) customer.invoice_settings.default_payment_method = method.id;
  sandbox.store.put(customer);
  sandbox.emit('customer.created', id);
  if (method) attachMethod(sandbox, method, id);
  return customer;
}

/** Leaves a permanent tombstone, ends subscriptions and detaches cards. */
export function removeCustomer(sandbox: Sandbox, id: string): DeletedCustomer {
  for (const { id: subscription, customer, status } of sandbox.store.list('subscription')) {
    if (customer === id && !endedStatuses.includes(status))
      cancelSubscription(sandbox, subscription, { prorate: false, invoiceNow: false });
  }
  for (const method of sandbox.store.list('payment_method')) if (method.customer === id) detachMethod(sandbox, method);
  // the event still contains the customer's details
  sandbox.emit('customer.deleted', id);
  const tombstone = makeDeletedCustomer(id);
  sandbox.store.put(tombstone);
  return tombstone;
}

const deleteCustomer: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: [],
  run(sandbox, { path: { id = '' } }) {
    if (!sandbox.store.get('customer', id)) throw noSuch('customer', id);
    return removeCustomer(sandbox, id);
  },
};

export const customerOperations: readonly Operation[] = [
  listOperation({
    kind: 'customer',
    path,
    filters: ['email', 'created', 'test_clock'],
    where(input) {
      const email = input.text('email');
      const created = input.range('created');
      // A test clock's customers are only in its own list.
      const testClock = input.text('test_clock') ?? null;
      return (customer) =>
        (email === undefined || customer.email === email) && created(customer.created) && customer.test_clock === testClock;
    },
  }),
  retrieveOperation('customer', path),
  createOperation(path, [...customerFields, 'payment_method', 'test_clock'], createCustomer),
  updateOperation('customer', path, customerFields, changedCustomer, { event: 'customer.updated' }),
  deleteCustomer,
];
