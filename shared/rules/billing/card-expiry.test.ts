import { expect, it } from 'vitest';
import { cardExpiry } from './card-expiry.ts';

it.each([
  [{ month: 10, year: 2026 }, 'expired'],
  [{ month: 11, year: 2026 }, 'soon'],
  [{ month: 12, year: 2026 }, 'soon'],
  [{ month: 1, year: 2027 }, 'valid'],
  [{ month: 12, year: 2025 }, 'expired'],
])('a card of %o is %s in November 2026', (card, expected) => {
  expect(cardExpiry(card, '2026-11-21')).toBe(expected);
});

it('ends with the next month also over the turn of a year', () => {
  expect(cardExpiry({ month: 1, year: 2027 }, '2026-12-31')).toBe('soon');
});
