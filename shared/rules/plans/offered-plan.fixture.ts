import type { OfferedPlan } from './offered-plan.ts';

/** Returns a plan that is sold online at site 12. */
export const offeredPlan = (change: Partial<OfferedPlan> = {}): OfferedPlan => ({
  price: 'price_1',
  name: 'Super Kiss',
  amount: 2_999,
  site: 12,
  active: true,
  problem: null,
  current: true,
  next: false,
  allowProrate: true,
  availableOnline: true,
  product: 'prod_1',
  productName: 'Super Kiss',
  productClass: 'Super Kiss',
  clubCode: 'A',
  upgradeClasses: [],
  downgradeClasses: [],
  duration: 6,
  onlineDuration: 6,
  ...change,
});
