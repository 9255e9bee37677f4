import { describe, expect, it } from 'vitest';
import { changeNote, increaseNote, signUpNote, type NotedChange } from './plan-notes.ts';

const kiss = { plan: 'Super Kiss', price: 2_999, total: 2_999 };
const plus = { plan: 'Super Kiss Plus', price: 3_999, total: 3_999 };
const taxed = { ...kiss, total: 3_261 };
const note = (given: Pick<NotedChange, 'change'> & Partial<NotedChange>): string =>
  changeNote({ plan: kiss, former: null, paid: 0, until: null, reason: null, ...given });

describe('what a plan change leaves on its customer', () => {
  it.each([
    [signUpNote(kiss, 1_000), 'Signed up for Super Kiss at $29.99, paid $10.00 today'],
    [signUpNote(taxed, 1_000), 'Signed up for Super Kiss at $32.61 with tax, paid $10.00 today'],
    [signUpNote(kiss, 0), 'Signed up for Super Kiss at $29.99, nothing due today'],
    [
      note({ change: 'upgrade', plan: plus, former: kiss, paid: 333 }),
      'Upgraded from Super Kiss at $29.99 to Super Kiss Plus at $39.99, paid $3.33 today',
    ],
    [note({ change: 'downgrade', former: plus }), 'Downgraded from Super Kiss Plus at $39.99 to Super Kiss at $29.99'],
    [
      note({ change: 'changeprice', plan: { ...kiss, price: 2_499, total: 2_499 }, former: kiss }),
      'Price changed from Super Kiss at $29.99 to Super Kiss at $24.99',
    ],
    [
      note({ change: 'discontinue', until: '2026-12-01', reason: 'Moving' }),
      'Discontinued Super Kiss at $29.99, which runs until 2026-12-01: Moving',
    ],
    [note({ change: 'terminate', reason: 'Fraud' }), 'Terminated Super Kiss at $29.99: Fraud'],
    [note({ change: 'reinstate', paid: 2_999 }), 'Reinstated Super Kiss at $29.99, paid $29.99 today'],
    [
      increaseNote(taxed, { ...kiss, price: 3_299, total: 3_588 }, '2027-01-01'),
      'Price increase scheduled from $32.61 to Super Kiss at $35.88 with tax on 2027-01-01',
    ],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});
