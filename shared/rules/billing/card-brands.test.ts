import { expect, it } from 'vitest';
import { cardBrand, cardName } from './card-brands.ts';

it('a card is named as people write it', () => {
  expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa 4242');
  expect(cardBrand('unionpay')).toBe('UnionPay');
  expect(cardBrand('cartes_bancaires')).toBe('cartes_bancaires');
});
