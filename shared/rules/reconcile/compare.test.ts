import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLoyalty, compareSitewatch, type ComparedLoyaltyMember, type ComparedSitewatchMember } from './compare-copies.ts';
import { comparePayments, type ComparedPayments } from './compare-payments.ts';
import { compareRoster, type ComparedCode } from './compare-roster.ts';
import { compareStripe, type ComparedCustomer, type ComparedPlan } from './compare-stripe.ts';
import { differenceKinds } from './difference-kinds.ts';

const text = fc.option(fc.string({ minLength: 1, maxLength: 6 }));
const day = fc.option(fc.constantFrom('2026-11-01T10:00:00.000Z', '2026-12-08T10:00:00.000Z', '2027-01-08T10:00:00.000Z'));
const status = fc.constantFrom('active', 'past_due', 'canceled', 'trialing', 'unpaid');
const plan: fc.Arbitrary<ComparedPlan> = fc.record({ id: fc.string({ minLength: 1 }), status, price: text, periodEnd: day, endsAt: day });
const plans = fc.uniqueArray(plan, { selector: ({ id }) => id, maxLength: 4 });
const customer: fc.Arbitrary<ComparedCustomer> = fc.record({
  name: text,
  email: text,
  phone: text,
  plate: text,
  tag: text,
  card: text,
  plans,
});
const code: fc.Arbitrary<ComparedCode> = fc.record({
  code: fc.string({ minLength: 1 }),
  member: text,
  goodUntil: day,
  plan: text,
  productClass: text,
});
const codes = fc.uniqueArray(code, { selector: (one) => one.code, maxLength: 4 });
const atSite: fc.Arbitrary<ComparedSitewatchMember> = fc.record({
  name: fc.string(),
  plate: text,
  tag: text,
  productClass: text,
  expires: day,
});
const cents = fc.integer({ min: 0, max: 9_999 });
const payments: fc.Arbitrary<ComparedPayments> = fc.record({
  invoices: fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }).map((id) => `in_${id}`),
      number: text,
      status: text,
      total: cents,
      paid: cents,
      due: cents,
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  refunds: fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }).map((id) => `re_${id}`), status: text, amount: cents }), {
    selector: ({ id }) => id,
    maxLength: 3,
  }),
});
const groups = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 });
const loyal: fc.Arbitrary<ComparedLoyaltyMember> = fc.record({
  groups,
  card: text,
  lastName: text,
  firstName: text,
  email: text,
  cellPhone: text,
});
const now = '2026-11-20T12:00:00.000Z';

const comparisons = [
  { name: 'Stripe and the mirror', compare: compareStripe, side: customer },
  {
    name: 'the plan and the roster',
    compare: (a: readonly ComparedCode[], b: readonly ComparedCode[]) => compareRoster(a, b, now),
    side: codes,
  },
  { name: 'the plan and Sitewatch', compare: compareSitewatch, side: atSite },
  { name: 'payments at Stripe and in the mirror', compare: comparePayments, side: payments },
  { name: 'the plan and the loyalty system', compare: compareLoyalty, side: loyal },
] as const;

describe.each(comparisons)('$name', ({ compare, side }) => {
  const compared = compare as (a: unknown, b: unknown) => ReturnType<typeof compareStripe>;

  it('agree with themselves, whatever they have', () => {
    fc.assert(
      fc.property(side as fc.Arbitrary<unknown>, (one) => {
        expect(compared(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  it('differ in fields that differ, each difference once', () => {
    fc.assert(
      fc.property(side as fc.Arbitrary<unknown>, side as fc.Arbitrary<unknown>, (right, wrong) => {
        const found = compared(right, wrong);
        for (const { kind, fields } of found) {
          expect(differenceKinds[kind]).toBeDefined();
          expect(fields.length).toBeGreaterThan(0);
          for (const field of fields) expect(field.right).not.toBe(field.wrong);
        }
        expect(new Set(found.map(({ kind, about }) => `${kind} ${about}`)).size).toBe(found.length);
      }),
    );
  });
});

const ada: ComparedCustomer = {
  name: 'Moore, Ada',
  email: 'ada@example.com',
  phone: null,
  plate: 'ABC123-IL',
  tag: '12345+1',
  card: 'Visa 4242 12/2027',
  plans: [{ id: 'sub_1', status: 'active', price: 'price_1', periodEnd: now, endsAt: null }],
};

describe('a single difference is found as what it is', () => {
  it.each([
    ['contact-mirror', { ...ada, email: 'old@example.com' }],
    ['codes-mirror', { ...ada, plate: 'XYZ9-IL' }],
    ['card-mirror', { ...ada, card: 'Visa 4242 12/2026' }],
    ['plan-missing', { ...ada, plans: [] }],
    ['plan-gone', { ...ada, plans: [...ada.plans, { ...ada.plans[0]!, id: 'sub_2' }] }],
    ['plan-status', { ...ada, plans: [{ ...ada.plans[0]!, status: 'canceled' }] }],
    ['plan-price', { ...ada, plans: [{ ...ada.plans[0]!, price: 'price_2' }] }],
    ['customer-missing', null],
  ] as const)('%s', (kind, mirror) => {
    expect(compareStripe(ada, mirror).map((one) => one.kind)).toEqual([kind]);
  });

  it('customer-gone', () => {
    expect(compareStripe(null, ada).map((one) => one.kind)).toEqual(['customer-gone']);
    expect(compareStripe(null, null)).toEqual([]);
  });

  it('ignores an ended plan that only one side has', () => {
    expect(compareStripe(ada, { ...ada, plans: [...ada.plans, { ...ada.plans[0]!, id: 'sub_0', status: 'canceled' }] })).toEqual([]);
  });

  const invoice = { id: 'in_1', number: 'A-1', status: 'paid', total: 1_999, paid: 1_999, due: 1_999 };
  const refund = { id: 're_1', status: 'succeeded', amount: 500 };
  it.each([
    ['invoice-missing', { invoices: [], refunds: [refund] }],
    ['invoice-amount', { invoices: [{ ...invoice, due: 0 }], refunds: [refund] }],
    ['invoice-status', { invoices: [{ ...invoice, status: 'open' }], refunds: [refund] }],
    ['refund-missing', { invoices: [invoice], refunds: [] }],
    ['refund-amount', { invoices: [invoice], refunds: [{ ...refund, amount: 400 }] }],
    ['refund-status', { invoices: [invoice], refunds: [{ ...refund, status: 'pending' }] }],
  ] as const)('%s', (kind, mirror) => {
    expect(comparePayments({ invoices: [invoice], refunds: [refund] }, mirror).map((one) => one.kind)).toEqual([kind]);
  });

  it('ignores a draft that Stripe has deleted', () => {
    expect(comparePayments({ invoices: [], refunds: [] }, { invoices: [invoice], refunds: [] })).toEqual([]);
  });

  const good: ComparedCode = {
    code: 'ABC123-IL',
    member: 'Moore, Ada',
    goodUntil: '2026-12-08T10:00:00.000Z',
    plan: 'Super',
    productClass: 'Super',
  };
  it.each([
    ['roster-refuses', [good], []],
    ['roster-admits', [{ ...good, goodUntil: null }], [good]],
    ['roster-admits', [], [good]],
    ['roster-plan', [good], [{ ...good, productClass: 'Basic' }]],
  ] as const)('%s', (kind, wanted, roster) => {
    expect(compareRoster(wanted, roster, now).map((one) => one.kind)).toEqual([kind]);
  });

  const member: ComparedSitewatchMember = {
    name: 'Ada Moore',
    plate: 'ABC123-IL',
    tag: null,
    productClass: 'Super',
    expires: '2026-12-09',
  };
  it.each([
    ['sitewatch-missing', member, null],
    ['sitewatch-ended', { ...member, productClass: null }, member],
    ['sitewatch-ended', null, member],
    ['sitewatch-codes', member, { ...member, plate: 'ABC124-IL' }],
    ['sitewatch-plan', member, { ...member, expires: '2026-11-09' }],
    ['sitewatch-name', member, { ...member, name: 'Ida Moore' }],
  ] as const)('%s', (kind, wanted, found) => {
    expect(compareSitewatch(wanted, found).map((one) => one.kind)).toEqual([kind]);
  });

  const loyalAda: ComparedLoyaltyMember = {
    groups: ['super', 'all'],
    card: '9000001',
    lastName: 'Moore',
    firstName: 'Ada',
    email: null,
    cellPhone: null,
  };
  it.each([
    ['loyalty-missing', null],
    ['loyalty-groups', { ...loyalAda, groups: ['all'] }],
    ['loyalty-card', { ...loyalAda, card: null }],
    ['loyalty-holder', { ...loyalAda, firstName: 'Ida' }],
  ] as const)('%s', (kind, found) => {
    expect(compareLoyalty(loyalAda, found).map((one) => one.kind)).toEqual([kind]);
  });
});
