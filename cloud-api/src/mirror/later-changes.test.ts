import { expect, it } from 'vitest';
import { laterChangeOf } from './later-changes.ts';
import type { Change } from './snapshots/mirror.store.ts';

const now = new Date('2026-11-21T12:00:00Z');
const dispute = (status: string) => ({ id: 'du_1', status, charge: 'ch_1', created: now.getTime() / 1_000 });
const changed = (before: string | null, after: string): Change =>
  ({
    kind: 'dispute',
    snapshot: { object: dispute(after) },
    before: before && dispute(before),
    fields: ['status'],
    turn: null,
  }) as unknown as Change;

it.each([
  [null, 'needs_response', 'dispute-opened:du_1'],
  [null, 'of_next_year', 'dispute-opened:du_1'],
  [null, 'won', null],
  ['warning_needs_response', 'needs_response', 'dispute-changed:du_1:needs_response'],
  ['needs_response', 'of_next_year', 'dispute-changed:du_1:of_next_year'],
  ['needs_response', 'under_review', null],
  ['under_review', 'lost', 'dispute-changed:du_1:lost'],
  ['lost', 'lost', null],
])('a dispute that was %s and is %s: %s', (before, after, key) => {
  expect(laterChangeOf(changed(before, after), now)?.key ?? null).toBe(key);
});
