import { byId, member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './charge.ts';

export const samples: SamplesOf<typeof contracts> = {
  searchCharges: {
    body: {
      amount: 2_999,
      date: '2026-11-21',
      last4: '4242',
      site: 12,
      terminal: 'Washcashier1',
      fingerprint: 'Xt5EWLLDS7FJjR1c',
      employeename: 'Sam Fuller',
    },
    bench: {
      'a day and a site': ({ day }) => ({ body: { date: day, site: 12 } }),
      'an amount': ({ amount }) => ({ body: { amount } }),
      'an amount, a day, a site, a terminal': ({ amount, day, terminal }) => ({ body: { amount, date: day, site: 12, terminal } }),
      'last 4': ({ last4 }) => ({ body: { last4 } }),
      'a site': () => ({ body: { site: 12 } }),
      'a terminal': ({ terminal }) => ({ body: { terminal } }),
      'an amount at a site': ({ amount }) => ({ body: { amount, site: 12 } }),
      'last 4 at a terminal': ({ last4, terminal }) => ({ body: { last4, terminal } }),
      'a fingerprint': ({ fingerprint }) => ({ body: { fingerprint } }),
      'a person': () => ({ body: { employeename: 'Seller 17' } }),
      'an amount that nobody paid, at a site': () => ({ body: { amount: 123_457, site: 12 } }),
    },
  },
  customerCharges: { params: { id: member.customer }, bench: byId },
};
