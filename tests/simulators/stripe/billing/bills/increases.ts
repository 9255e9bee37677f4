import type { BillingEvent } from '../events.ts';
import type { ProrationBehavior } from '../model.ts';
import { change, memberSince, renewal, superKiss, superKissNext } from './bill-events.ts';
import { at, prorated, whole, type WorkedBill } from './worked-bill.ts';

function increase(start: string, end: string, prorationBehavior: ProrationBehavior): BillingEvent {
  const items = [{ id: 'si_1', price: superKissNext, quantity: 1 }];
  const phases = [{ start: at(start), items, prorationBehavior }];
  return { type: 'schedule', at: at('2026-11-21 15:30'), phases, releasesAt: at(end) };
}

const inJanuary = increase('2027-01-01 10:00', '2027-02-01 10:00', 'none');

/** A price changes for the next period, or by a schedule on a later 1st. */
export const increaseBills: readonly WorkedBill[] = [
  {
    name: 'change of price from the next period on',
    because: ['Nothing today; December costs 3299.'],
    history: memberSince('2026-10-01', superKiss),
    event: change('2026-11-21 15:30', superKissNext, 'none'),
    falls: '2026-12-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(3299, '2026-12-01 10:00', '2027-01-01 10:00')],
      subtotal: 3299,
      tax: 0,
      total: 3299,
      amountDue: 3299,
    },
    until: '2026-12-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'an increase scheduled for January leaves December as it is',
    because: ['December still costs 2999.'],
    history: memberSince('2026-10-01', superKiss),
    event: inJanuary,
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
    after: { status: 'active' },
  },
  {
    name: 'January is billed at the increased price, on one invoice',
    because: ['The phase begins with the period, without proration: 3299.'],
    history: [...memberSince('2026-10-01', superKiss), inJanuary],
    event: renewal('2027-01-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(3299, '2027-01-01 10:00', '2027-02-01 10:00')],
      subtotal: 3299,
      tax: 0,
      total: 3299,
      amountDue: 3299,
    },
    until: '2027-01-01 12:00',
    after: { status: 'active', nextRenewal: '2027-02-01 10:00' },
  },
  {
    name: 'the schedule ends after a month, the increased price stays',
    because: ['Released on 1 February; the price remains 3299.'],
    history: [...memberSince('2026-10-01', superKiss), inJanuary],
    event: renewal('2027-02-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(3299, '2027-02-01 10:00', '2027-03-01 10:00')],
      subtotal: 3299,
      tax: 0,
      total: 3299,
      amountDue: 3299,
    },
    until: '2027-02-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'a schedule released in time increases nothing',
    because: ['Released on 20 December: January costs 2999.'],
    history: [...memberSince('2026-10-01', superKiss), inJanuary],
    event: { type: 'release_schedule', at: at('2026-12-20 12:00') },
    falls: '2027-01-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(2999, '2027-01-01 10:00', '2027-02-01 10:00')],
      subtotal: 2999,
      tax: 0,
      total: 2999,
      amountDue: 2999,
    },
    until: '2027-01-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'an increase in the middle of a period, with prorations',
    because: [
      'From 16 January 22:00 to 1 February 10:00: 15 days 12 h = 1339200 s, half of January’s 2678400.',
      '2999 × 1339200 / 2678400 = 1499.5 → 1500 back',
      '3299 × 1339200 / 2678400 = 1649.5 → 1649',
      'On 1 February: -1500 + 1649 + 3299 = 3448.',
    ],
    history: [...memberSince('2026-10-01', superKiss), increase('2027-01-16 22:00', '2027-03-01 10:00', 'create_prorations')],
    event: renewal('2027-01-16 22:00'),
    falls: '2027-02-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [
        prorated(-1500, '2027-01-16 22:00', '2027-02-01 10:00'),
        prorated(1649, '2027-01-16 22:00', '2027-02-01 10:00'),
        whole(3299, '2027-02-01 10:00', '2027-03-01 10:00'),
      ],
      subtotal: 3448,
      tax: 0,
      total: 3448,
      amountDue: 3448,
    },
    until: '2027-02-01 12:00',
    after: { status: 'active' },
  },
  {
    name: 'an increase on the 1st has nothing to prorate, even if it may',
    because: ['At the period’s end no time is left to credit or to debit: January at 3299, one line.'],
    history: [...memberSince('2026-10-01', superKiss), increase('2027-01-01 10:00', '2027-02-01 10:00', 'create_prorations')],
    event: renewal('2027-01-01 10:00'),
    invoice: {
      reason: 'subscription_cycle',
      lines: [whole(3299, '2027-01-01 10:00', '2027-02-01 10:00')],
      subtotal: 3299,
      tax: 0,
      total: 3299,
      amountDue: 3299,
    },
    until: '2027-01-01 12:00',
    after: { status: 'active' },
  },
];
