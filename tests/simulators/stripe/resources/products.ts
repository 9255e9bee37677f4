import { matches } from '../matching.ts';
import { listOperation, retrieveOperation, type Operation } from '../operation.ts';
import type { Objects } from '../store.ts';

export const productOperations: readonly Operation[] = [
  listOperation({
    kind: 'product',
    path: '/v1/products',
    filters: ['active', 'created', 'ids'],
    where(input) {
      const same = matches<Objects['product']>({ active: input.boolean('active') });
      const created = input.range('created');
      const ids = input.texts('ids');
      return (product) => same(product) && created(product.created) && (ids.length === 0 || ids.includes(product.id));
    },
  }),
  retrieveOperation('product', '/v1/products'),
  listOperation({
    kind: 'price',
    path: '/v1/prices',
    filters: ['active', 'created', 'product', 'type', 'currency'],
    where(input) {
      const same = matches<Objects['price']>({
        active: input.boolean('active'),
        product: input.text('product'),
        type: input.text('type'),
        currency: input.text('currency'),
      });
      const created = input.range('created');
      return (price) => same(price) && created(price.created);
    },
  }),
  retrieveOperation('price', '/v1/prices'),
];
