import { expect, it } from 'vitest';
import { problemOfProductValue } from './product-values.ts';

const classes = ['Super Kiss', 'Super Kiss Plus'];

it.each([
  ['product_class', 'Super Kiss', null],
  ['product_class', 'Super Kis', 'must be one of Super Kiss, Super Kiss Plus'],
  ['product_class', '', 'must not be empty'],
  ['upgrade_class', 'Super Kiss, Super Kiss Plus', null],
  ['upgrade_class', 'Super Kiss,Kiss', '"Kiss" is no product class: Super Kiss, Super Kiss Plus'],
  ['downgrade_class', '', null],
  ['stripe_redeem', 'false', null],
  ['stripe_redeem', 'False', 'must be true or false'],
  ['sort_order', '3', null],
  ['sort_order', 'first', 'must be a whole number'],
  ['Sitewatch_Club_Code', 'E', null],
  ['Sitewatch_Club_Code', 'e', 'must be one capital letter'],
])('%s "%s": %s', (key, value, problem) => {
  expect(problemOfProductValue(key, value, classes)).toBe(problem);
});
