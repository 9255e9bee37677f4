import { collectionBills } from './bills/collection.ts';
import { downgradeBills } from './bills/downgrades.ts';
import { endingBills } from './bills/endings.ts';
import { freeMonthBills } from './bills/free-month.ts';
import { increaseBills } from './bills/increases.ts';
import { monthEndBills } from './bills/month-ends.ts';
import { signUpBills } from './bills/sign-up.ts';
import { stripeExampleBills } from './bills/stripe-examples.ts';
import { taxBills } from './bills/taxes.ts';
import { upgradeBills } from './bills/upgrades.ts';
import { wholeMonthBills } from './bills/whole-month.ts';
import type { WorkedBill } from './bills/worked-bill.ts';

/** All bills calculated by hand, by topic. */
export const workedBills: Readonly<Record<string, readonly WorkedBill[]>> = {
  'sign-up': signUpBills,
  'month ends': monthEndBills,
  'whole month': wholeMonthBills,
  'free month': freeMonthBills,
  upgrades: upgradeBills,
  'Stripe’s own examples': stripeExampleBills,
  downgrades: downgradeBills,
  increases: increaseBills,
  taxes: taxBills,
  collection: collectionBills,
  endings: endingBills,
};
