import { expand } from '../expand.ts';
import type { Subscription } from '../objects/subscription.ts';
import { listParameters, pageOf } from '../server/list.ts';
import type { Operation } from '../server/operation.ts';
import type { Store } from '../state/store.ts';
import { subscriptionView } from '../views/subscription.ts';
import { noSuchReference, StripeFault } from '../wire/errors.ts';

const path = '/v1/subscription_items';

function itemsOf(store: Store, subscription: Subscription) {
  return structuredClone(subscriptionView(store, subscription).items.data);
}

const listItems: Operation = {
  method: 'GET',
  path,
  parameters: [...listParameters, 'subscription'],
  run({ store }, { input, url }) {
    const id = input.required('subscription');
    const subscription = store.get('subscription', id);
    if (!subscription) throw noSuchReference('subscription', id, 'subscription');
    const list = { object: 'list', ...pageOf(itemsOf(store, subscription), input, 'subscription item'), url };
    expand(store, list, input.texts('expand'));
    return list;
  },
};

const retrieveItem: Operation = {
  method: 'GET',
  path: `${path}/:id`,
  parameters: ['expand'],
  run({ store }, { path: { id = '' }, input }) {
    const holder = store.list('subscription').find(({ billing }) => billing.items.some((item) => item.id === id));
    const item = holder && itemsOf(store, holder).find((each) => each.id === id);
    if (!item) throw new StripeFault(404, `Invalid subscription_item id: ${id}`);
    expand(store, item, input.texts('expand'));
    return item;
  },
};

export const subscriptionItemOperations: readonly Operation[] = [listItems, retrieveItem];
