import { member, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './wash-coupon.ts';

export const samples: SamplesOf<typeof contracts> = {
  requestCoupon: { body: { vendor_id: '01812-77', first_name: 'Ann', last_name: 'Moore', custom_1: member.plate } },
};
