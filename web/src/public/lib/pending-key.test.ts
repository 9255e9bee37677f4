import { expect, it } from 'vitest';
import { isOutcome } from './pending-key.ts';

it.each([
  [null, 'timed_out', false],
  [500, 'broken', false],
  [503, 'outcome_unknown', false],
  [429, 'too_many_requests', false],
  [409, 'in_progress', false],
  [409, 'customer_busy', false],
  [409, 'plate_taken', true],
  [402, 'card_declined', true],
] as const)('a failure %s %s is an outcome: %s', (status, code, expected) => {
  expect(isOutcome({ status, code })).toBe(expected);
});
