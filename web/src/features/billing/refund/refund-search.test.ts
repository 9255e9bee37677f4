import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../lib/forms/problems.ts';
import { chargeSearch, initialSearch, refundSearchRules } from './refund-search.ts';

const empty = { amount: '', date: '', site: null, terminal: null };

describe('the refund search', () => {
  it('starts with the absolute amount of the sale, today, and this site', () => {
    expect(initialSearch(-1250, '2026-11-22', 12)).toEqual({ amount: '12.50', date: '11/22/2026', site: 12, terminal: null });
    expect(initialSearch(null, '2026-11-22', null)).toEqual({ amount: '', date: '11/22/2026', site: null, terminal: null });
  });

  it('asks for what is filled in only', () => {
    expect(chargeSearch(empty)).toEqual({});
    expect(chargeSearch({ amount: '12.5', date: '11/22/26', site: 27, terminal: 'Detail1' })).toEqual({
      amount: 1250,
      date: '2026-11-22',
      site: 27,
      terminal: 'Detail1',
    });
  });

  it.each([
    ['12.505', '', true, false],
    ['0', '', true, false],
    ['-5', '', true, false],
    ['', '13/45/2026', false, true],
    ['', '', false, false],
    ['7', '11/22/2026', false, false],
  ])('with %j and %j', (amount, date, wrongAmount, wrongDate) => {
    const problems = problemsOf(refundSearchRules, { ...empty, amount, date });
    expect([problems.amount !== undefined, problems.date !== undefined]).toEqual([wrongAmount, wrongDate]);
  });
});
