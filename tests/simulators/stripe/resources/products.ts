import { announceNew } from '../announce.ts';
import { newPrice, type Price } from '../objects/price.ts';
import { newProduct, type Product } from '../objects/product.ts';
import { matches } from '../server/matching.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import type { Objects } from '../state/store.ts';
import { recurringOf, unitAmountOf } from '../subscribe/price-book.ts';
import { invalidParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const taxBehaviors = ['exclusive', 'unspecified'] as const;

function createProduct(sandbox: Sandbox, input: Input): Product {
  const id = input.text('id') ?? sandbox.newId('prod');
  if (sandbox.store.find(id)) throw invalidParameter('id', `Product already exists with ID '${id}'`);
  const product = newProduct({
    id,
    name: input.required('name'),
    created: sandbox.now(),
    active: input.boolean('active'),
    description: input.text('description') || null,
    metadata: mergedMetadata({}, input),
  });
  announceNew(sandbox, product, 'product.created');
  return product;
}

function changeProduct(product: Product, input: Input, sandbox: Sandbox): Partial<Product> {
  return {
    active: input.boolean('active') ?? product.active,
    description: input.has('description') ? input.text('description') || null : product.description,
    metadata: mergedMetadata(product.metadata, input),
    name: input.text('name') ?? product.name,
    updated: sandbox.now(),
  };
}

function createPrice(sandbox: Sandbox, input: Input): Price {
  const product = input.required('product');
  if (!sandbox.store.get('product', product)) throw noSuchReference('product', product, 'product');
  const currency = input.required('currency');
  if (!/^[a-z]{3}$/.test(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}.`);
  const price = newPrice({
    id: sandbox.newId('price'),
    product,
    unitAmount: unitAmountOf(input),
    created: sandbox.now(),
    recurring: input.has('recurring') ? recurringOf(input) : null,
    currency,
    active: input.boolean('active'),
    nickname: input.text('nickname') || null,
    lookupKey: input.text('lookup_key') || null,
    metadata: mergedMetadata({}, input),
    taxBehavior: input.choice('tax_behavior', taxBehaviors),
  });
  announceNew(sandbox, price, 'price.created');
  return price;
}

function changePrice(price: Price, input: Input): Partial<Price> {
  return {
    active: input.boolean('active') ?? price.active,
    lookup_key: input.has('lookup_key') ? input.text('lookup_key') || null : price.lookup_key,
    metadata: mergedMetadata(price.metadata, input),
    nickname: input.has('nickname') ? input.text('nickname') || null : price.nickname,
  };
}

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
  createOperation('/v1/products', ['id', 'name', 'active', 'description', 'metadata'], createProduct),
  updateOperation('product', '/v1/products', ['name', 'active', 'description', 'metadata'], changeProduct, { event: 'product.updated' }),
  listOperation({
    kind: 'price',
    path: '/v1/prices',
    filters: ['active', 'created', 'product', 'type', 'currency', 'lookup_keys'],
    where(input) {
      const same = matches<Objects['price']>({
        active: input.boolean('active'),
        product: input.text('product'),
        type: input.text('type'),
        currency: input.text('currency'),
      });
      const created = input.range('created');
      const keys = input.texts('lookup_keys');
      return (price) => same(price) && created(price.created) && (keys.length === 0 || keys.includes(price.lookup_key ?? ''));
    },
  }),
  retrieveOperation('price', '/v1/prices'),
  createOperation(
    '/v1/prices',
    [
      'active',
      'currency',
      'lookup_key',
      'metadata',
      'nickname',
      'product',
      'recurring',
      'tax_behavior',
      'unit_amount',
      'unit_amount_decimal',
    ],
    createPrice,
  ),
  updateOperation('price', '/v1/prices', ['active', 'lookup_key', 'metadata', 'nickname'], changePrice, { event: 'price.updated' }),
];
