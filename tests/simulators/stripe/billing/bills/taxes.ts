import { change, memberSince, onceAMonth, renewal, signUp, superKiss, superKissPlus } from './bill-events.ts';
import { at, prorated, whole, type WorkedBill } from './worked-bill.ts';

const indiana = { id: 'txr_7', percentage: 7 };
const raised = { id: 'txr_8', percentage: 8 };
const state = { id: 'txr_state', percentage: 6.25 };
const town = { id: 'txr_town', percentage: 1 };

/** Exclusive rates are added on top, per rate and per line, each rounded separately. */
export const taxBills: readonly WorkedBill[] = [
  {
    name: 'seven per cent on a whole month',
    because: ['2999 × 7 / 100 = 209.93 → 210', '2999 + 210 = 3209.'],
    history: memberSince('2026-10-01', superKiss, { taxRates: [indiana] }),
    event: renewal('2026-12-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2026-12-01 10:00', '2027-01-01 10:00', 210)],
      subtotal: 2999,
      tax: 210,
      total: 3209,
      amountDue: 3209,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'half a cent of tax is a cent',
    because: [
      'From 09:52:48 are 1296432 s.',
      '2999 × 1296432 / 2592000 = 1499.99 → 1500',
      '6.5 per cent of it:',
      '1500 × 65 / 1000 = 97.5 → 98',
      '1500 + 98 = 1598.',
    ],
    event: signUp('2026-11-16 09:52:48', superKiss, { taxRates: [{ id: 'txr_6_5', percentage: 6.5 }] }),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(1500, '2026-11-16 09:52:48', '2026-12-01 10:00', 98)],
      subtotal: 1500,
      tax: 98,
      total: 1598,
      amountDue: 1598,
    },
    after: { status: 'active' },
  },
  {
    name: 'two rates on one line',
    because: [
      'State 6.25 and town 1 per cent, each on the price alone:',
      '2999 × 625 / 10000 = 187.43 → 187',
      '2999 × 1 / 100 = 29.99 → 30',
      '2999 + 187 + 30 = 3216.',
    ],
    event: signUp('2026-11-01 10:00', superKiss, { taxRates: [state, town] }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-11-01 10:00', '2026-12-01 10:00', 187, 30)],
      subtotal: 2999,
      tax: 217,
      total: 3216,
      amountDue: 3216,
    },
    after: { status: 'active' },
  },
  {
    name: 'a rate with three decimals',
    because: ['8.375 per cent:', '2999 × 8375 / 100000 = 251.16 → 251'],
    event: signUp('2026-11-01 10:00', superKiss, { taxRates: [{ id: 'txr_8_375', percentage: 8.375 }] }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-11-01 10:00', '2026-12-01 10:00', 251)],
      subtotal: 2999,
      tax: 251,
      total: 3250,
      amountDue: 3250,
    },
    after: { status: 'active' },
  },
  {
    name: 'an upgrade gives the old tax back and takes the new one',
    because: ['1500 × 7 / 100 = 105 → 105 back', '2249 × 7 / 100 = 157.43 → 157', '-1500 - 105 + 2249 + 157 = 801.'],
    history: memberSince('2026-10-01', superKiss, { taxRates: [indiana] }),
    event: change('2026-11-16 10:00', superKissPlus, 'always_invoice'),
    invoice: {
      reason: 'subscription_update',
      lines: [prorated(-1500, '2026-11-16 10:00', '2026-12-01 10:00', -105), prorated(2249, '2026-11-16 10:00', '2026-12-01 10:00', 157)],
      subtotal: 749,
      tax: 52,
      total: 801,
      amountDue: 801,
    },
    after: { status: 'active' },
  },
  {
    name: 'the rate changed in between: the credit keeps the rate it was billed at',
    because: [
      'Billed at 7 per cent, credited at 7, the new plan at 8:',
      '1500 × 7 / 100 = 105 → 105 back',
      '2249 × 8 / 100 = 179.92 → 180',
      '-1500 - 105 + 2249 + 180 = 824.',
    ],
    history: [
      ...memberSince('2026-10-01', superKiss, { taxRates: [indiana] }),
      { type: 'update', at: at('2026-11-10 12:00'), taxRates: [raised] },
    ],
    event: change('2026-11-16 10:00', superKissPlus, 'always_invoice'),
    invoice: {
      reason: 'subscription_update',
      lines: [prorated(-1500, '2026-11-16 10:00', '2026-12-01 10:00', -105), prorated(2249, '2026-11-16 10:00', '2026-12-01 10:00', 180)],
      subtotal: 749,
      tax: 75,
      total: 824,
      amountDue: 824,
    },
    after: { status: 'active' },
  },
  {
    name: 'a change of tax alone is for the next invoice',
    because: ['Nothing today. December at 8 per cent:', '2999 × 8 / 100 = 239.92 → 240'],
    history: memberSince('2026-10-01', superKiss, { taxRates: [indiana] }),
    event: { type: 'update', at: at('2026-11-10 12:00'), taxRates: [raised] },
    falls: '2026-12-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2026-12-01 10:00', '2027-01-01 10:00', 240)],
      subtotal: 2999,
      tax: 240,
      total: 3239,
      amountDue: 3239,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'an exempt customer pays none',
    because: ['2999, and no tax.'],
    event: signUp('2026-11-01 10:00', superKiss, { taxRates: [indiana], customer: { balance: 0, taxExempt: true } }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-11-01 10:00', '2026-12-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    after: { status: 'active' },
  },
  {
    name: 'tax is rounded a line, not on the subtotal',
    because: [
      'Half of November for 1299, and a last month of 1201, both at 5 per cent.',
      '1299 × 1296000 / 2592000 = 649.5 → 649',
      '649 × 5 / 100 = 32.45 → 32',
      '1201 × 5 / 100 = 60.05 → 60',
      '32 + 60 = 92; on the subtotal of 1850 it would be 93.',
    ],
    event: signUp('2026-11-16 10:00', onceAMonth, {
      taxRates: [{ id: 'txr_5', percentage: 5 }],
      addInvoiceItems: [{ description: 'October', amount: 1201, period: { start: at('2026-10-01 10:00'), end: at('2026-11-01 10:00') } }],
    }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(1201, '2026-10-01 10:00', '2026-11-01 10:00', 60), prorated(649, '2026-11-16 10:00', '2026-12-01 10:00', 32)],
      subtotal: 1850,
      tax: 92,
      total: 1942,
      amountDue: 1942,
    },
    after: { status: 'active' },
  },
];
