import { onceAMonth, renewal, signUp, superKiss } from './bill-events.ts';
import { at, prorated, whole, type WorkedBill } from './worked-bill.ts';

const novemberFirst = at('2026-11-01 10:00');
const october = { start: at('2026-10-01 10:00'), end: at('2026-11-01 10:00') };

/** "Do not prorate" backdates to the last 1st, so that the month costs its full price. "Charge for last month" adds a line. */
export const wholeMonthBills: readonly WorkedBill[] = [
  {
    name: 'do not prorate: the whole month on the 21st',
    because: ['From 1 November 10:00 to 1 December 10:00 is the natural period: 2999, whole.'],
    event: signUp('2026-11-21 15:30', superKiss, { backdateStartDate: novemberFirst }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-11-01 10:00', '2026-12-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    after: { status: 'active', nextRenewal: '2026-12-01 10:00' },
  },
  {
    name: 'do not prorate, in the last hours of the month',
    because: ['The plan does not allow proration: 1299 whole, however late.'],
    event: signUp('2026-11-30 23:59:59', onceAMonth, { backdateStartDate: novemberFirst }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(1299, '2026-11-01 10:00', '2026-12-01 10:00')],
      subtotal: 1299,
      tax: 0,
      total: 1299,
      amountDue: 1299,
    },
    after: { status: 'active' },
  },
  {
    name: 'do not prorate in a leap February',
    because: ['1 to 29 February 2028 is the natural period: 2999, whole.'],
    event: signUp('2028-02-29 16:00', superKiss, { backdateStartDate: at('2028-02-01 10:00') }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2028-02-01 10:00', '2028-03-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    after: { status: 'active', nextRenewal: '2028-03-01 10:00' },
  },
  {
    name: 'do not prorate, then the renewal on the 1st',
    because: ['December is a whole period: 2999.'],
    history: [signUp('2026-11-21 15:30', superKiss, { backdateStartDate: novemberFirst })],
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
    name: 'backdated over two months, one line for each (Stripe’s own example of September and October)',
    because: ['Flexible billing mode: one line a natural period. September 2999 + October 2999 = 5998.'],
    event: signUp('2026-10-15 12:00', superKiss, { backdateStartDate: at('2026-09-01 10:00') }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-09-01 10:00', '2026-10-01 10:00'), whole(2999, '2026-10-01 10:00', '2026-11-01 10:00')],
      subtotal: 5998,
      tax: 0,
      total: 5998,
      amountDue: 5998,
    },
    after: { status: 'active', nextRenewal: '2026-11-01 10:00' },
  },
  {
    name: 'backdated into the middle of the month before',
    because: [
      'From 16 October 10:00 to 1 November 10:00: 16 of October’s 31 days: 1382400 of 2678400 s.',
      '2999 × 1382400 / 2678400 = 1547.87 → 1548',
      'November is whole: 2999. Together 1548 + 2999 = 4547.',
    ],
    event: signUp('2026-11-21 15:30', superKiss, { backdateStartDate: at('2026-10-16 10:00') }),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(1548, '2026-10-16 10:00', '2026-11-01 10:00'), whole(2999, '2026-11-01 10:00', '2026-12-01 10:00')],
      subtotal: 4547,
      tax: 0,
      total: 4547,
      amountDue: 4547,
    },
    after: { status: 'active', nextRenewal: '2026-12-01 10:00' },
  },
  {
    name: 'charge for last month, with the rest of this one',
    because: [
      'October is added as it is: 2999.',
      'From the 21st 15:30 are 844200 of November’s 2592000 s left.',
      '2999 × 844200 / 2592000 = 976.75 → 977',
      'Together 2999 + 977 = 3976.',
    ],
    event: signUp('2026-11-21 15:30', superKiss, { addInvoiceItems: [{ description: 'October', amount: 2999, period: october }] }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-10-01 10:00', '2026-11-01 10:00'), prorated(977, '2026-11-21 15:30', '2026-12-01 10:00')],
      subtotal: 3976,
      tax: 0,
      total: 3976,
      amountDue: 3976,
    },
    after: { status: 'active' },
  },
  {
    name: 'charge for last month, and do not prorate',
    because: ['October 2999 + November 2999 = 5998.'],
    event: signUp('2026-11-21 15:30', superKiss, {
      backdateStartDate: novemberFirst,
      addInvoiceItems: [{ description: 'October', amount: 2999, period: october }],
    }),
    invoice: {
      reason: 'subscription_create',
      lines: [whole(2999, '2026-10-01 10:00', '2026-11-01 10:00'), whole(2999, '2026-11-01 10:00', '2026-12-01 10:00')],
      subtotal: 5998,
      tax: 0,
      total: 5998,
      amountDue: 5998,
    },
    after: { status: 'active' },
  },
];
