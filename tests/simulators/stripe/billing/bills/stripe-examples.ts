import { change, gold, hundredDollars, silver, subscribe, tenDollars, twentyDollars, twoHundredDollars } from './bill-events.ts';
import { prorated, whole, type WorkedBill } from './worked-bill.ts';

/** The examples of Stripe’s documentation, with its own figures. */
export const stripeExampleBills: readonly WorkedBill[] = [
  {
    name: 'Stripe’s own preview: Silver to Gold, billed with the renewal',
    because: [
      'Printed in "Prorations": period 1596749288 to 1599427688 (2678400 s), proration date 1598982148: 445540 s are left.',
      '1000 × 445540 / 2678400 = 166.34 → 166 back',
      '3252 × 445540 / 2678400 = 540.95 → 541',
      '-166 + 541 + 3252 = 3627, the total printed there.',
    ],
    history: [subscribe('2020-08-06 21:28:08', silver)],
    event: change('2020-09-01 17:42:28', gold, 'create_prorations'),
    falls: '2020-09-06 21:28:08',
    invoice: {
      reason: 'subscription_cycle',
      lines: [
        prorated(-166, '2020-09-01 17:42:28', '2020-09-06 21:28:08'),
        prorated(541, '2020-09-01 17:42:28', '2020-09-06 21:28:08'),
        whole(3252, '2020-09-06 21:28:08', '2020-10-06 21:28:08'),
      ],
      subtotal: 3627,
      tax: 0,
      total: 3627,
      amountDue: 3627,
    },
    until: '2020-09-07 00:00',
    after: { status: 'active', nextRenewal: '2020-10-06 21:28:08' },
  },
  {
    name: 'Stripe’s own words for an update: 100 to 200 dollars in the middle of May is 250 in June',
    because: [
      'May has 31 days: 2678400 s; from the 16th 12:00 half is left: 1339200 s.',
      '10000 × 1339200 / 2678400 = 5000 → 5000 back',
      '20000 × 1339200 / 2678400 = 10000 → 10000',
      '-5000 + 10000 + 20000 = 25000.',
    ],
    history: [subscribe('2026-05-01 00:00', hundredDollars)],
    event: change('2026-05-16 12:00', twoHundredDollars, 'create_prorations'),
    falls: '2026-06-01 00:00',
    invoice: {
      reason: 'subscription_cycle',
      lines: [
        prorated(-5000, '2026-05-16 12:00', '2026-06-01 00:00'),
        prorated(10_000, '2026-05-16 12:00', '2026-06-01 00:00'),
        whole(20_000, '2026-06-01 00:00', '2026-07-01 00:00'),
      ],
      subtotal: 25_000,
      tax: 0,
      total: 25_000,
      amountDue: 25_000,
    },
    until: '2026-06-01 02:00',
    after: { status: 'active' },
  },
  {
    name: 'Stripe’s own example of flexible mode: what was never debited is not credited',
    because: [
      '10 dollars from 1 April, 20 from the 11th with proration "none", 10 again from the 21st: a third of 30 days is left.',
      'Credited from the 10 dollars billed on the 1st:',
      '1000 × 864000 / 2592000 = 333.33 → 333 back',
      'Debited at 10 dollars again: 333. The total is 0.',
    ],
    history: [subscribe('2026-04-01 00:00', tenDollars), change('2026-04-11 00:00', twentyDollars, 'none')],
    event: change('2026-04-21 00:00', tenDollars, 'always_invoice'),
    invoice: {
      reason: 'subscription_update',
      lines: [prorated(-333, '2026-04-21 00:00', '2026-05-01 00:00'), prorated(333, '2026-04-21 00:00', '2026-05-01 00:00')],
      subtotal: 0,
      tax: 0,
      total: 0,
      amountDue: 0,
    },
    after: { status: 'active' },
  },
];
