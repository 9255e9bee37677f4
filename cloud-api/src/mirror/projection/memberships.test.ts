import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProviderSchedule, ProviderSubscription } from '../../common/provider-objects.ts';
import { bestClaim, membershipsOf, planSummary, type Catalogue, type CodeMembership, type CustomerAggregate } from './memberships.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = (iso: string): number => Date.parse(iso) / 1_000;

const price = (id: string, unit_amount: number) => ({ id, nickname: `Plan ${id}`, unit_amount, product: 'prod_kiss', metadata: {} });
const catalogue: Catalogue = {
  prices: new Map([price('price_old', 2_999), price('price_new', 3_499)].map((one) => [one.id, one])),
  products: new Map([['prod_kiss', { id: 'prod_kiss', name: 'Super Kiss Plus', metadata: { product_class: 'Super Kiss Plus' } }]]),
};

const subscription = (id: string, status: string, created = '2026-01-01T00:00:00Z'): ProviderSubscription => ({
  id,
  customer: 'cus_1',
  status,
  created: seconds(created),
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  metadata: {},
  items: {
    data: [
      {
        price: { id: 'price_old' },
        current_period_start: seconds('2026-11-01T10:00:00Z'),
        current_period_end: seconds('2026-12-01T10:00:00Z'),
      },
    ],
  },
});

const schedule = (startDate: string, priceId: string): ProviderSchedule => ({
  id: 'sub_sched_1',
  customer: 'cus_1',
  subscription: 'sub_1',
  status: 'active',
  phases: [
    { start_date: seconds('2026-11-01T10:00:00Z'), items: [{ price: 'price_old' }] },
    { start_date: seconds(startDate), items: [{ price: priceId }] },
  ],
});

const aggregate = (more: Partial<CustomerAggregate> = {}, metadata: Record<string, string> = {}): CustomerAggregate => ({
  customer: { id: 'cus_1', name: 'Ada', metadata: { CustomerCode: ' abc123-il ', SecondaryCode: '12345+123456', ...metadata } },
  subscriptions: [subscription('sub_1', 'active')],
  schedules: [],
  ...more,
});

const memberships = (from: CustomerAggregate) => membershipsOf(from, planSummary(from, catalogue, now, 7));
const only = (from: CustomerAggregate) => memberships(from)[0]!;

describe('membershipsOf', () => {
  it('gives one row a code, in the form in which codes are compared', () => {
    expect(memberships(aggregate()).map((row) => row.code)).toEqual(['ABC123-IL', '12345+123456']);
  });

  it.each<[string, Partial<ProviderSubscription>, string]>([
    ['a discontinued plan until its period ends', { cancel_at_period_end: true }, '2026-12-01T10:00:00Z'],
    [
      'one that Stripe names the end of too',
      { cancel_at_period_end: true, cancel_at: seconds('2026-12-01T10:00:00Z') },
      '2026-12-01T10:00:00Z',
    ],
    ['one that is to end on another day until then', { cancel_at: seconds('2026-11-25T10:00:00Z') }, '2026-11-25T10:00:00Z'],
    ['one that is to end long after its period as any', { cancel_at: seconds('2027-05-01T10:00:00Z') }, '2026-12-08T10:00:00Z'],
    [
      'a discontinued plan that is past due no longer than that',
      { cancel_at_period_end: true, status: 'past_due' },
      '2026-12-01T10:00:00Z',
    ],
  ])('admits %s', (_name, change, until) => {
    const ending = aggregate({ subscriptions: [{ ...subscription('sub_1', 'active'), ...change }] });
    expect(only(ending).good_until).toEqual(new Date(until));
  });

  it('admits a good status for some days after its period', () => {
    expect(only(aggregate())).toMatchObject({
      status: 'active',
      plan_name: 'Plan price_old',
      product_class: 'Super Kiss Plus',
      groups: ['Active Unlimited PLUS members'],
      good_until: new Date('2026-12-08T10:00:00Z'),
    });
  });

  it('prefers the subscription that admits, however old it is', () => {
    const both = [subscription('sub_new', 'canceled', '2026-10-01T00:00:00Z'), subscription('sub_old', 'past_due', '2025-01-01T00:00:00Z')];
    expect(only(aggregate({ subscriptions: both }))).toMatchObject({ subscription: 'sub_old', status: 'past_due' });
  });

  it('knows a customer without any subscription, whom no lane admits', () => {
    expect(only(aggregate({ subscriptions: [] }))).toMatchObject({
      subscription: null,
      status: 'none',
      good_until: null,
      groups: ['None'],
    });
  });

  it.each([
    ['a dearer phase ahead', schedule('2026-12-01T10:00:00Z', 'price_new'), {}, true],
    ['a phase that has begun', schedule('2026-11-02T10:00:00Z', 'price_new'), {}, false],
    ['a phase at the same price', schedule('2026-12-01T10:00:00Z', 'price_old'), {}, false],
    ['a receipt that was printed already', schedule('2026-12-01T10:00:00Z', 'price_new'), { scheduleAcknowledged: 'true' }, false],
  ])('sees a price increase: %s', (_name, one, metadata, expected) => {
    expect(only(aggregate({ schedules: [one] }, metadata)).price_increase).toBe(expected);
  });
});

describe('bestClaim', () => {
  const row = (status: string, subscriptionId: string | null, end: number) => ({
    ...only(aggregate()),
    status,
    subscription: subscriptionId,
    period_end: new Date(end),
  });

  it('gives a shared plate to the live customer', () => {
    const live = row('active', 'sub_a', 1);
    const canceled = row('canceled', 'sub_b', 9);
    expect(bestClaim(canceled, live)).toBe(live);
    expect(bestClaim(live, canceled)).toBe(live);
  });

  it('does not depend on who comes first', () => {
    const status = fc.constantFrom('active', 'past_due', 'canceled', 'none');
    const any = fc
      .tuple(status, fc.option(fc.constantFrom('sub_a', 'sub_b')), fc.integer({ min: 0, max: 3 }))
      .map(([s, id, end]) => row(s, id, end));
    const key = ({ status: s, subscription: id, period_end }: CodeMembership) =>
      `${['active', 'past_due'].includes(s)} ${id !== null} ${period_end?.getTime()}`;
    fc.assert(fc.property(any, any, (a, b) => key(bestClaim(a, b)) === key(bestClaim(b, a))));
  });
});

describe('the product’s switch for washes', () => {
  const oilChange = { id: 'prod_oil', name: 'Oil Change', metadata: { product_class: 'Oil Change', stripe_redeem: 'false' } };
  const withOil = (stripe_redeem: string): Catalogue => ({
    prices: new Map([...catalogue.prices, ['price_oil', { ...price('price_oil', 4_999), product: 'prod_oil' }]]),
    products: new Map([...catalogue.products, ['prod_oil', { ...oilChange, metadata: { ...oilChange.metadata, stripe_redeem } }]]),
  });
  const oil = { ...subscription('sub_oil', 'active', '2026-06-01T00:00:00Z') };
  oil.items = { data: [{ ...oil.items.data[0]!, price: { id: 'price_oil' } }] };

  it('keeps a plan without washes out of the lanes, and admits when it is turned', () => {
    const alone = aggregate({ subscriptions: [oil] });
    expect(planSummary(alone, withOil('false'), now, 7)).toMatchObject({ status: 'not_redeemable', good_until: null });
    expect(planSummary(alone, withOil('true'), now, 7)).toMatchObject({ status: 'active', subscription: 'sub_oil' });
  });

  it('chooses the plan with washes of two', () => {
    const both = aggregate({ subscriptions: [oil, subscription('sub_1', 'active')] });
    expect(planSummary(both, withOil('false'), now, 7)).toMatchObject({ status: 'active', subscription: 'sub_1' });
  });
});
