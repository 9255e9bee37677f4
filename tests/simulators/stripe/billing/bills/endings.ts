import type { BillingEvent } from '../events.ts';
import { change, memberSince, signUp, superKiss, superKissNext, superKissPlus } from './bill-events.ts';
import { at, prorated, whole, type WorkedBill } from './worked-bill.ts';

function discontinue(moment: string): BillingEvent {
  return { type: 'update', at: at(moment), cancelAtPeriodEnd: true };
}

/** Discontinue, terminate and resume. */
export const endingBills: readonly WorkedBill[] = [
  {
    name: 'discontinued: runs to the period’s end, and no invoice comes any more',
    because: ['November is paid; on 1 December it ends. 0.'],
    history: memberSince('2026-10-01', superKiss),
    event: discontinue('2026-11-21 15:30'),
    invoice: null,
    until: '2027-06-01 00:00',
    after: { status: 'canceled' },
  },
  {
    name: 'discontinued with an upgrade still to be paid: a last invoice of that alone',
    because: ['Half of November, upgraded without an invoice: -1500 + 2249 = 749, collected at the period’s end.'],
    history: [...memberSince('2026-10-01', superKiss), change('2026-11-16 10:00', superKissPlus, 'create_prorations')],
    event: discontinue('2026-11-21 15:30'),
    falls: '2026-12-01 10:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [prorated(-1500, '2026-11-16 10:00', '2026-12-01 10:00'), prorated(2249, '2026-11-16 10:00', '2026-12-01 10:00')],
      subtotal: 749,
      tax: 0,
      total: 749,
      amountDue: 749,
    },
    until: '2026-12-01 12:00',
    after: { status: 'canceled', outstanding: 0 },
  },
  {
    name: 'reinstated before the period’s end: as if nothing had been',
    because: ['No charge today; December costs 2999.'],
    history: [...memberSince('2026-10-01', superKiss), discontinue('2026-11-21 15:30')],
    event: { type: 'update', at: at('2026-11-25 12:00'), cancelAtPeriodEnd: false },
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
    name: 'terminated: nothing back, nothing more',
    because: ['No proration and no invoice: 0.'],
    history: memberSince('2026-10-01', superKiss),
    event: { type: 'cancel', at: at('2026-11-16 10:00'), prorate: false, invoiceNow: false },
    invoice: null,
    until: '2027-06-01 00:00',
    after: { status: 'canceled' },
  },
  {
    name: 'terminated while owing: the debt stays, nobody tries to collect it',
    because: ['December’s 2999 was declined on the 1st. Terminated on the 3rd, before the retry of the 4th: 2999 stay owed.'],
    history: memberSince('2026-10-01', superKiss),
    declines: ['2026-12-01 10:00', '2026-12-03 00:00'],
    event: { type: 'cancel', at: at('2026-12-03 12:00'), prorate: false, invoiceNow: false },
    invoice: null,
    until: '2027-06-01 00:00',
    after: { status: 'canceled', outstanding: 2999 },
  },
  {
    name: 'terminated with proration and an invoice: the unused half is on a last draft, and lost with it',
    because: ['2999 × 1296000 / 2592000 = 1499.5 → 1500 back', 'The draft is written off within seconds; the balance stays 0.'],
    history: memberSince('2026-10-01', superKiss),
    event: { type: 'cancel', at: at('2026-11-16 10:00'), prorate: true, invoiceNow: true },
    invoice: {
      reason: 'subscription_cycle',
      lines: [prorated(-1500, '2026-11-16 10:00', '2026-12-01 10:00')],
      subtotal: -1500,
      tax: 0,
      total: -1500,
      amountDue: 0,
    },
    until: '2027-06-01 00:00',
    after: { status: 'canceled' },
  },
  {
    name: 'reinstated after the end: a new subscription, prorated as any',
    because: [
      'From 11 January 10:00 to 1 February 10:00 are 21 of 31 days: 1814400 of 2678400 s.',
      '2999 × 1814400 / 2678400 = 2031.58 → 2032',
    ],
    event: signUp('2027-01-11 10:00', superKiss),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(2032, '2027-01-11 10:00', '2027-02-01 10:00')],
      subtotal: 2032,
      tax: 0,
      total: 2032,
      amountDue: 2032,
    },
    after: { status: 'active', nextRenewal: '2027-02-01 10:00' },
  },
  {
    name: 'reinstated at the increased price, with credit from before',
    because: ['3299 × 1814400 / 2678400 = 2234.80 → 2235', 'Of that a credit of 1500 pays a part: 735 are due.'],
    event: signUp('2027-01-11 10:00', superKissNext, { customer: { balance: -1500, taxExempt: false } }),
    invoice: {
      reason: 'subscription_create',
      lines: [prorated(2235, '2027-01-11 10:00', '2027-02-01 10:00')],
      subtotal: 2235,
      tax: 0,
      total: 2235,
      amountDue: 735,
    },
    after: { status: 'active', balance: 0 },
  },
];
