import { expect, it } from 'vitest';
import { monthlyTotal } from './plan-tax.ts';

const state = { percentage: 6.25, inclusive: false };
const city = { percentage: 2.5, inclusive: false };
const plan = (own: object[] = []) => ({ default_tax_rates: [state, city], items: { data: [{ tax_rates: own }] } });

it('a month costs the tax of the plan’s item, otherwise of the plan, and none for an exempt customer', () => {
  expect(monthlyTotal(2_999, plan(), {})).toBe(2_999 + 187 + 75);
  expect(monthlyTotal(2_999, plan([state]), { tax_exempt: 'none' })).toBe(2_999 + 187);
  expect(monthlyTotal(2_999, plan(), { tax_exempt: 'exempt' })).toBe(2_999);
});
