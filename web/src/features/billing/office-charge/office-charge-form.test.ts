import { describe, expect, it } from 'vitest';
import { problemsOf as problemsBy } from '../../../lib/forms/problems.ts';
import { amountOf, emptyOfficeCharge, officeCharge, type OfficeChargeForm } from './office-charge-form.ts';

const problemsOf = (entered: OfficeChargeForm) => problemsBy(officeCharge, entered);
const form = (fields: Partial<typeof emptyOfficeCharge>) => ({ ...emptyOfficeCharge, amount: '10', ...fields });

describe('an office charge', () => {
  it.each([
    ['', 'Enter an amount'],
    ['ten', 'Dollars with at most two decimals, like 12.50'],
    ['12.505', 'Dollars with at most two decimals, like 12.50'],
    ['1,000', 'Dollars with at most two decimals, like 12.50'],
    ['0', 'The amount must be more than $0.00'],
    ['-5', 'The amount must be more than $0.00'],
    ['1000000', 'This is above the limit for one charge'],
  ])('of %j is refused', (amount, problem) => {
    expect(problemsOf(form({ amount }))).toEqual({ amount: problem });
    expect(amountOf(amount)).toBe(0);
  });

  it.each([
    ['0.01', 1],
    ['12', 1_200],
    ['12.5', 1_250],
    [' 999999.99 ', 99_999_999],
  ])('of %j is %d cents', (amount, cents) => {
    expect(problemsOf(form({ amount }))).toEqual({});
    expect(amountOf(amount)).toBe(cents);
  });

  it.each([
    ['description', 'Wash & wax', 'Letters and numbers only, at most 22'],
    ['description', 'A'.repeat(23), 'Letters and numbers only, at most 22'],
    ['email', 'ann@nowhere', 'Enter a valid email address'],
    ['email', 'ann smith@a.example', 'Enter a valid email address'],
  ] as const)('with the %s %j is refused', (field, text, problem) => {
    expect(problemsOf(form({ [field]: text }))).toEqual({ [field]: problem });
  });

  it('takes a description of 22 letters and numbers', () => {
    expect(problemsOf(form({ description: 'Fleet wash 12 in June2' }))).toEqual({});
  });

  it('leaves out what is empty, and the blanks around what is not', () => {
    expect(officeCharge.parse(form({ amount: '12.5', description: ' Wax ', email: '' }))).toEqual({ amount: 1_250, description: 'Wax' });
  });
});
