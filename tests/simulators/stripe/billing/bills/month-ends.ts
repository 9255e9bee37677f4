import { signUp, superKiss, superKissPlus } from './bill-events.ts';
import { prorated, type WorkedBill } from './worked-bill.ts';

/** Sign-ups at the end of months and years, and in short months. */
export const monthEndBills: readonly WorkedBill[] = [
  {
    name: 'the last evening of the month, exactly the least that can be charged',
    because: ['From the 30th 22:00 to the 1st 10:00: 12 h = 43200 s.', '2999 × 43200 / 2592000 = 49.98 → 50', '50 cents can be charged.'],
    event: signUp('2026-11-30 22:00', superKiss),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(50, '2026-11-30 22:00', '2026-12-01 10:00')],
      subtotal: 50,
      tax: 0,
      total: 50,
      amountDue: 50,
    },
    after: { status: 'active' },
  },
  {
    name: 'New Year’s Eve, into the next year',
    because: [
      'December has 31 days: 2678400 s. From the 31st 18:00 to 1 January 10:00: 16 h = 57600 s.',
      '4499 × 57600 / 2678400 = 96.75 → 97',
    ],
    event: signUp('2026-12-31 18:00', superKissPlus),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(97, '2026-12-31 18:00', '2027-01-01 10:00')],
      subtotal: 97,
      tax: 0,
      total: 97,
      amountDue: 97,
    },
    after: { status: 'active', nextRenewal: '2027-01-01 10:00' },
  },
  {
    name: 'the middle of a February of 28 days',
    because: [
      'February 2027: 28 × 86400 s = 2419200 s; from the 15th 10:00 are 14 days left: 1209600 s, exactly half.',
      '4499 × 1209600 / 2419200 = 2249.5 → 2249',
    ],
    event: signUp('2027-02-15 10:00', superKissPlus),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(2249, '2027-02-15 10:00', '2027-03-01 10:00')],
      subtotal: 2249,
      tax: 0,
      total: 2249,
      amountDue: 2249,
    },
    after: { status: 'active' },
  },
  {
    name: 'the 29th of a leap February',
    because: ['February 2028: 29 × 86400 s = 2505600 s; one day is left: 86400 s.', '2999 × 86400 / 2505600 = 103.41 → 103'],
    event: signUp('2028-02-29 10:00', superKiss),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(103, '2028-02-29 10:00', '2028-03-01 10:00')],
      subtotal: 103,
      tax: 0,
      total: 103,
      amountDue: 103,
    },
    after: { status: 'active', nextRenewal: '2028-03-01 10:00' },
  },
  {
    name: '31 January: the month before the anchor counts, not 31 January to 28 February',
    because: ['January has 31 days: 2678400 s; one day is left: 86400 s.', '2999 × 86400 / 2678400 = 96.74 → 97'],
    event: signUp('2027-01-31 10:00', superKiss),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(97, '2027-01-31 10:00', '2027-02-01 10:00')],
      subtotal: 97,
      tax: 0,
      total: 97,
      amountDue: 97,
    },
    after: { status: 'active' },
  },
];
