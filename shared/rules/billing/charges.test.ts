import { expect, it } from 'vitest';
import { chargeMode, isPlainDescription } from './charges.ts';

it.each([
  [0, 'setup'],
  [50, 'setup'],
  [51, 'payment'],
  [50_000, 'payment'],
])('%i cents are a %s', (amount, mode) => {
  expect(chargeMode(amount)).toBe(mode);
});

it.each([
  ['Gift card 25', true],
  ['', true],
  ['x'.repeat(22), true],
  ['x'.repeat(23), false],
  ['10% off', false],
  ['Crème', false],
  ['a-b', false],
])('%s as description of an office charge: %s', (text, plain) => {
  expect(isPlainDescription(text)).toBe(plain);
});
