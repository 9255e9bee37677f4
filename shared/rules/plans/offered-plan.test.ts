import { expect, it } from 'vitest';
import { productKeys } from '../company/metadata-keys.ts';
import { offeredPlan } from './offered-plan.ts';

const price = { id: 'price_1', nickname: null, unit_amount: 2_999, metadata: {} };
const settings = { mapping: {}, durations: { 'Super Kiss': 4 }, defaultDuration: 3, defaultOnlineDuration: 6 };

it.each([
  ['online for the product’s own months', 'Super Kiss', '9', { duration: 4, onlineDuration: 9 }],
  ['for the months of its class if the product has none', 'Super Kiss', undefined, { duration: 4, onlineDuration: 4 }],
  ['by default for 3 months, online for 6', 'Online Offers', undefined, { duration: 3, onlineDuration: 6 }],
  ['by default if the product’s months are no number', 'Online Offers', 'six', { duration: 3, onlineDuration: 6 }],
])('a price is guaranteed %s', (_name, productClass, own, guaranteed) => {
  const metadata = { [productKeys.productClass]: productClass, ...(own !== undefined && { [productKeys.planDuration]: own }) };
  expect(offeredPlan(price, { id: 'prod_1', name: productClass, metadata }, settings)).toMatchObject(guaranteed);
});
