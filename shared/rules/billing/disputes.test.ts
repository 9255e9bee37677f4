import { describe, expect, it } from 'vitest';
import { isCountedDispute, disputeIsDecided, disputeIsOpen } from './disputes.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1_000;
const today = '2026-11-21';

describe('a dispute counts', () => {
  it.each([
    ['on the first day of the window', '2026-07-01T00:00:00Z', 'lost', true],
    ['a second before the window', '2026-06-30T23:59:59Z', 'lost', false],
    ['today', '2026-11-21T12:00:00Z', 'under_review', true],
    ['long ago, while it waits for a response', '2025-01-01T00:00:00Z', 'needs_response', true],
    ['long ago, in a status that is new', '2025-01-01T00:00:00Z', 'of_next_year', true],
    ['long ago, under review', '2025-01-01T00:00:00Z', 'under_review', false],
  ])('%s: %s, %s', (_name, created, status, counts) => {
    expect(isCountedDispute({ created: seconds(created), status, feesCollected: false }, today)).toBe(counts);
    expect(isCountedDispute({ created: seconds(created), status, feesCollected: true }, today)).toBe(false);
  });

  it('by the first of the month, whatever the day', () => {
    const dispute = { created: seconds('2026-07-01T00:00:00Z'), status: 'won', feesCollected: false };
    expect(isCountedDispute(dispute, '2026-11-01')).toBe(true);
    expect(isCountedDispute(dispute, '2026-11-30')).toBe(true);
    expect(isCountedDispute(dispute, '2026-12-01')).toBe(false);
  });
});

it('is decided when won or lost, and open while it needs a response', () => {
  const statuses = [
    'of_next_year',
    'needs_response',
    'under_review',
    'won',
    'lost',
    'warning_needs_response',
    'warning_closed',
    'prevented',
  ];
  expect(statuses.filter(disputeIsDecided)).toEqual(['won', 'lost']);
  expect(statuses.filter(disputeIsOpen)).toEqual(['of_next_year', 'needs_response', 'warning_needs_response']);
});
