import { change, renewal, signUp, subscribe, superKiss, superKissPlus } from './bill-events.ts';
import { at, prorated, whole, type WorkedBill } from './worked-bill.ts';

const decemberFirst = at('2026-12-01 10:00');
const freeNovember = signUp('2026-11-21 15:30', superKiss, { trialEnd: decemberFirst });

/** "Free for month" is a trial until the 1st. */
export const freeMonthBills: readonly WorkedBill[] = [
  {
    name: 'free for the month: an invoice of nothing',
    because: ['A trial makes an invoice at once, of $0.'],
    event: freeNovember,
    invoice: {
      reason: 'subscription_create',
      lines: [whole(0, '2026-11-21 15:30', '2026-12-01 10:00')],
      subtotal: 0,
      tax: 0,
      total: 0,
      amountDue: 0,
    },
    after: { status: 'trialing' },
  },
  {
    name: 'the free month ends on the 1st with a whole period',
    because: ['The trial ends on the anchor: December costs 2999.'],
    history: [freeNovember],
    event: renewal('2026-12-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2026-12-01 10:00', '2027-01-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active', nextRenewal: '2027-01-01 10:00' },
  },
  {
    name: 'free for the month, yet last month is charged',
    because: ['October 2999 + a trial of 0 = 2999, due at once.'],
    event: {
      ...freeNovember,
      addInvoiceItems: [{ description: 'October', amount: 2999, period: { start: at('2026-10-01 10:00'), end: at('2026-11-01 10:00') } }],
    },
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-10-01 10:00', '2026-11-01 10:00'), whole(0, '2026-11-21 15:30', '2026-12-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    after: { status: 'trialing' },
  },
  {
    name: 'an upgrade within the free month costs nothing',
    because: ['Nothing was billed, so nothing is credited; the rest of the trial is as free on the new plan: 0.'],
    history: [freeNovember],
    event: change('2026-11-25 10:00', superKissPlus, 'always_invoice'),
    invoice: {
      reason: 'subscription_update',
      lines: [whole(0, '2026-11-25 10:00', '2026-12-01 10:00')],
      subtotal: 0,
      tax: 0,
      total: 0,
      amountDue: 0,
    },
    after: { status: 'trialing' },
  },
  {
    name: 'an upgrade within the free month is paid for from the 1st on',
    because: ['December on the new plan: 4499.'],
    history: [freeNovember, change('2026-11-25 10:00', superKissPlus, 'always_invoice')],
    event: renewal('2026-12-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(4499, '2026-12-01 10:00', '2027-01-01 10:00')],
      subtotal: 4499,
      tax: 0,
      total: 4499,
      amountDue: 4499,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'a free week before the 1st ends with the rest of the month (Stripe’s example of the 15th, the 22nd and the 1st)',
    because: [
      'The trial ends on the 22nd 10:00; 9 days are left of November: 777600 of 2592000 s.',
      '2999 × 777600 / 2592000 = 899.7 → 900',
    ],
    history: [signUp('2026-11-15 10:00', superKiss, { trialEnd: at('2026-11-22 10:00') })],
    event: renewal('2026-11-22 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [prorated(900, '2026-11-22 10:00', '2026-12-01 10:00')],
      subtotal: 900,
      tax: 0,
      total: 900,
      amountDue: 900,
    },
    until: '2026-11-22 12:00',
    after: { status: 'active', nextRenewal: '2026-12-01 10:00' },
  },
  {
    name: 'a free week, and the rest of the month free as well by proration "none"',
    because: ['The trial ends on the 22nd without an invoice; the first is December’s: 2999.'],
    history: [signUp('2026-11-15 10:00', superKiss, { trialEnd: at('2026-11-22 10:00'), prorationBehavior: 'none' })],
    event: renewal('2026-11-22 10:00'),
    falls: '2026-12-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2026-12-01 10:00', '2027-01-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active', nextRenewal: '2027-01-01 10:00' },
  },
  {
    name: 'a trial without an anchor of its own is the anchor',
    because: ['The trial ends on the 22nd 15:30, and from there months are counted: a whole one, 2999.'],
    history: [{ ...subscribe('2026-11-15 10:00', superKiss), trialEnd: at('2026-11-22 15:30') }],
    event: renewal('2026-11-22 15:30'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2026-11-22 15:30', '2026-12-22 15:30')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    until: '2026-11-22 18:00',
    after: { status: 'active', nextRenewal: '2026-12-22 15:30' },
  },
];
