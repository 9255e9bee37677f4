import { attachMethod, detachMethod, refuseAttaching } from '../money/attach.ts';
import { usableMethod } from '../money/usable-method.ts';
import { makeDeletedCustomer, makeNewCustomer, type Customer, type DeletedCustomer } from '../objects/customer.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../operation.ts';
import { cancelSubscription } from '../subscribe/cancel.ts';
import { noSuch, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import type { World } from '../world.ts';
import { changedCustomer, customerFields } from './customer-fields.ts';

const path = '/v1/customers';
const endedStatuses = ['canceled', 'incomplete_expired'];

/** A payment method that comes with a new customer is attached; sent as the default too, it is that as well. */
function createCustomer(world: World, input: Input): Customer {
  const id = world.newId('cus');
  const sent = input.text('payment_method');
  const method = sent ? usableMethod(world, { id: sent, customer: id }) : undefined;
  if (method) refuseAttaching(world, method);
  const testClock = input.text('test_clock') ?? null;
  if (testClock !== null && !world.store.get('test_helpers.test_clock', testClock))
    throw noSuchReference('testclock', testClock, 'test_clock');
  const empty: Customer = { ...makeNewCustomer({ id, created: world.now(), metadata: {} }), test_clock: testClock };
  const customer: Customer = { ...empty, ...changedCustomer(empty, input, world, sent) };
  if (method && customer.invoice_settings.default_payment_method === sent) customer.invoice_settings.default_payment_method = method.id;
  world.store.put(customer);
  world.emit('customer.created', id);
  if (method) attachMethod(world, method, id);
  return customer;
}

/** The tombstone stays for good, subscriptions end and cards let go. */
export function removeCustomer(world: World, id: string): DeletedCustomer {
  for (const { id: subscription, customer, status } of world.store.list('subscription')) {
    if (customer === id && !endedStatuses.includes(status)) cancelSubscription(world, subscription, { prorate: false, invoiceNow: false });
  }
  for (const method of world.store.list('payment_method')) if (method.customer === id) detachMethod(world, method);
  // The event still shows all that was known of the customer.
  world.emit('customer.deleted', id);
  const tombstone = makeDeletedCustomer(id);
  world.store.put(tombstone);
  return tombstone;
}

const deleteCustomer: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: [],
  run(world, { path: { id = '' } }) {
    if (!world.store.get('customer', id)) throw noSuch('customer', id);
    return removeCustomer(world, id);
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
