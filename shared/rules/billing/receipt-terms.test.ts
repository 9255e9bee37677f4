import { expect, it } from 'vitest';
import { receiptTerms } from './receipt-terms.ts';

it.each([
  [1, 'a minimum of 1 month.'],
  [3, 'a minimum of 3 months.'],
  [6, 'a minimum of 6 months.'],
])('guarantees the price for %i months, announces 30 days ahead and takes 5 days to cancel', (duration, words) => {
  const text = receiptTerms(duration).join('\n');
  expect(text).toContain(words);
  expect(text).toMatch(/30 days before/);
  expect(text).toMatch(/Cancellations take 5 days/);
});
