import { describe, expect, it } from 'vitest';
import {
  beforeDiscounts,
  isDiscounted,
  itemsProblem,
  monthlyWords,
  planPriceProblem,
  scheduleProblem,
  subscriptionProblem,
  subscriptionTerms,
  type PriceForm,
} from './plan-price.ts';

const every = (interval: string, interval_count = 1, usage_type = 'licensed') => ({ interval, interval_count, usage_type });
const plan: PriceForm = {
  unit_amount: 2_999,
  currency: 'usd',
  billing_scheme: 'per_unit',
  transform_quantity: null,
  recurring: every('month'),
};

const phaseFrom = (start_date: number) => ({ start_date, items: [{ quantity: 1 }] });

it.each<[string, boolean, Parameters<typeof scheduleProblem>[0]]>([
  ['one later price', true, { phases: [phaseFrom(1), phaseFrom(2)] }],
  ['a price that has begun', true, { current_phase: { start_date: 2 }, phases: [phaseFrom(1), phaseFrom(2)] }],
  ['two later prices', false, { phases: [phaseFrom(1), phaseFrom(2), phaseFrom(3)] }],
  ['the second of three prices', true, { current_phase: { start_date: 2 }, phases: [phaseFrom(1), phaseFrom(2), phaseFrom(3)] }],
  ['a later quantity', false, { phases: [phaseFrom(1), { start_date: 2, items: [{ quantity: 2 }] }] }],
  ['two later plans', false, { phases: [phaseFrom(1), { start_date: 2, items: [{}, {}] }] }],
  ['an end', false, { end_behavior: 'cancel', phases: [phaseFrom(1)] }],
])('a schedule of %s is one price: %s', (_form, isOne, schedule) => {
  expect(scheduleProblem(schedule)).toBe(isOne ? null : 'This plan has a schedule that was set in Stripe');
});

describe('a price', () => {
  it.each<[string | null, PriceForm]>([
    [null, plan],
    [null, { unit_amount: 2_999 }],
    ['charged in CAD, not in US dollars', { ...plan, currency: 'cad' }],
    ['charged once, not every month', { ...plan, recurring: null }],
    ['charged by usage', { ...plan, recurring: every('month', 1, 'metered') }],
    ['charged every week, not every month', { ...plan, recurring: every('week') }],
    ['charged every 3 months, not every month', { ...plan, recurring: every('month', 3) }],
    ['charged every year, not every month', { ...plan, recurring: every('year') }],
    ['without a fixed amount', { ...plan, unit_amount: null, billing_scheme: 'tiered' }],
    ['without a fixed amount', { ...plan, transform_quantity: { divide_by: 2 } }],
  ])('is %s', (problem, price) => {
    expect(planPriceProblem(price)).toBe(problem);
  });
});

describe('a subscription', () => {
  it('is one plan with quantity 1', () => {
    expect(itemsProblem([{ quantity: 1, price: plan }])).toBeNull();
    expect(itemsProblem([{ quantity: 2, price: plan }])).toBe('This subscription has quantity 2');
    expect(itemsProblem([{ price: plan }, { price: plan }])).toBe('This subscription has 2 plans');
    expect(itemsProblem([{ price: { ...plan, recurring: every('year') } }])).toBe('This plan is charged every year, not every month');
    expect(itemsProblem([])).toBe('This subscription has no plan');
  });

  it('is charged to a card every month until it is ended here', () => {
    const own = { items: { data: [{ quantity: 1, price: plan }] }, cancel_at_period_end: false, ended_at: null };
    const date = 1_765_800_000;
    expect(subscriptionProblem(own)).toBeNull();
    expect(subscriptionProblem({ ...own, collection_method: 'charge_automatically', cancel_at: null })).toBeNull();
    expect(subscriptionProblem({ ...own, cancel_at: date, cancel_at_period_end: true })).toBeNull();
    expect(subscriptionProblem({ ...own, cancel_at: date, ended_at: date })).toBeNull();
    expect(subscriptionProblem({ ...own, cancel_at: date })).toBe('This plan has an end date that was set in Stripe');
    expect(subscriptionProblem({ ...own, collection_method: 'send_invoice' })).toBe(
      'This subscription is paid by invoices that Stripe sends, not by card',
    );
    expect(subscriptionProblem({ ...own, items: { data: [] } })).toBe('This subscription has no plan');
  });

  it('costs what it costs', () => {
    expect(subscriptionTerms([{ quantity: 1, price: plan }])).toBe('$29.99 a month');
    expect(subscriptionTerms([{ quantity: 2, price: plan }, { price: { ...plan, unit_amount: 29_900, recurring: every('year') } }])).toBe(
      '2 × $29.99 a month and $299.00 every year',
    );
    expect(subscriptionTerms([{ price: { ...plan, currency: 'cad' } }])).toBe('29.99 CAD a month');
    expect(subscriptionTerms([{ price: { unit_amount: null } }])).toBeNull();
  });

  it.each([
    ['none', {}, {}, '$29.99 a month'],
    ['empty lists', { discounts: [] }, { discount: null }, '$29.99 a month'],
    ['its own', { discounts: ['di_1'] }, {}, '$29.99 a month, before a discount'],
    ['an item’s', { items: { data: [{ discounts: ['di_1'] }] } }, {}, '$29.99 a month, before a discount'],
    ['the customer’s', {}, { discount: { id: 'di_1' } }, '$29.99 a month, before a discount'],
  ])('says that it costs less by a coupon: %s', (_whose, own, customer, terms) => {
    const discounted = isDiscounted({ items: { data: [{}] }, ...own }, customer);
    expect(beforeDiscounts(subscriptionTerms([{ price: plan }]), discounted)).toBe(terms);
  });

  it('costs its tax too', () => {
    const rates = [{ percentage: 8.75, inclusive: false }];
    expect(subscriptionTerms([{ quantity: 1, price: plan }], rates)).toBe('$32.61 a month with tax');
    expect(subscriptionTerms([{ quantity: 2, price: plan }], rates)).toBe('$65.23 a month with tax (2 × $29.99)');
    expect(monthlyWords({ amount: 2_999, total: 3_261 })).toBe('$32.61 a month with tax');
    expect(monthlyWords({ amount: 2_999, total: 2_999 })).toBe('$29.99 a month');
  });
});
