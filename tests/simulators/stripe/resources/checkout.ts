import { createSession, sessionFields } from '../checkout/create-session.ts';
import { expireSession } from '../checkout/expire-session.ts';
import { lineItems } from '../checkout/line-items.ts';
import { listParameters, pageOf } from '../server/list.ts';
import { matches } from '../server/matching.ts';
import { actionOperation, createOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Objects } from '../state/store.ts';
import { noSuch } from '../wire/errors.ts';

const kind = 'checkout.session';
const named = 'checkout.session';
const path = '/v1/checkout/sessions';

const listLineItems: Operation = {
  method: 'GET',
  path: `${path}/:id/line_items`,
  parameters: listParameters,
  run({ store }, { path: { id = '' }, input }) {
    if (!store.get(kind, id)) throw noSuch(named, id);
    const { data, ...list } = lineItems(store, id);
    return { ...list, ...pageOf(data, input, 'item') };
  },
};

export const checkoutOperations: readonly Operation[] = [
  createOperation(path, sessionFields, createSession),
  listOperation({
    kind,
    named,
    path,
    filters: ['customer', 'subscription', 'status', 'created'],
    where(input) {
      const same = matches<Objects[typeof kind]>({
        customer: input.text('customer'),
        subscription: input.text('subscription'),
        status: input.choice('status', ['complete', 'expired', 'open']),
      });
      const created = input.range('created');
      return (session) => same(session) && created(session.created);
    },
  }),
  retrieveOperation(kind, path, { named }),
  listLineItems,
  actionOperation({ kind, named, path: `${path}/:id/expire`, parameters: [], run: expireSession }),
];
