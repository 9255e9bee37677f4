import type { ProductClass } from '@washdesk/rules/company/product-classes';
import type { Price, Product, RetailItem, SitewatchPlanType } from './model.ts';
import { sites } from './sites.ts';

interface Offer {
  productClass: ProductClass;
  clubCode: string;
  cents: number;
  upgradeClass?: string;
  downgradeClass?: string;
  redeemable?: boolean;
  availableOnline?: boolean;
  planDurationMonths?: number;
  /** The price after the pending increase. */
  nextCents?: number;
}

/** All product classes (docs/rules/company.md#reference-lists). Club codes E and F are the interior plans; their plates end in HI. */
const offers: readonly Offer[] = [
  {
    productClass: 'Super Kiss',
    clubCode: 'A',
    cents: 2999,
    upgradeClass: 'Super Kiss Plus',
    availableOnline: true,
    planDurationMonths: 6,
    nextCents: 3299,
  },
  {
    productClass: 'Super Kiss Plus',
    clubCode: 'B',
    cents: 4499,
    downgradeClass: 'Super Kiss',
    availableOnline: true,
    planDurationMonths: 6,
    nextCents: 4799,
  },
  { productClass: 'Interior', clubCode: 'E', cents: 3499, upgradeClass: 'Super Interior' },
  { productClass: 'Super Interior', clubCode: 'F', cents: 5999, downgradeClass: 'Interior', planDurationMonths: 2, nextCents: 6299 },
  { productClass: 'Oil Change', clubCode: 'G', cents: 4999, redeemable: false },
  { productClass: 'Once A Month Car', clubCode: 'C', cents: 1299, upgradeClass: 'Super Kiss' },
  { productClass: 'Once A Month Truck', clubCode: 'D', cents: 1799, upgradeClass: 'Super Kiss' },
  {
    productClass: 'Online Offers',
    clubCode: 'O',
    cents: 2499,
    upgradeClass: 'Super Kiss Plus',
    availableOnline: true,
    planDurationMonths: 6,
  },
];

/** Indiana's plans cost $1 less, so that mixing up the two sites shows. */
const siteDiscountCents: Readonly<Record<number, number>> = { 27: 100 };

const slug = (text: string): string => text.replaceAll(' ', '');

export function makeProducts(): Product[] {
  return offers.map((offer, index) => ({
    id: `prod_${slug(offer.productClass)}`,
    name: offer.productClass,
    productClass: offer.productClass,
    clubCode: offer.clubCode,
    upgradeClass: offer.upgradeClass ?? '',
    downgradeClass: offer.downgradeClass ?? '',
    sortOrder: index + 1,
    redeemable: offer.redeemable ?? true,
    sitewatchPlan: `STR ${offer.productClass.toUpperCase()}`,
    planDurationMonths: offer.planDurationMonths ?? 3,
  }));
}

export function makePrices(): Price[] {
  return sites.flatMap((site) => offers.flatMap((offer) => pricesOf(offer, site.number)));
}

function pricesOf(offer: Offer, site: number): Price[] {
  const discount = siteDiscountCents[site] ?? 0;
  const shared = {
    productId: `prod_${slug(offer.productClass)}`,
    productClass: offer.productClass,
    site,
    nickname: offer.productClass,
    allowProrate: !offer.productClass.startsWith('Once A Month'),
  };
  const id = `price_${slug(offer.productClass)}_${site}`;
  const today: Price = {
    ...shared,
    id,
    unitAmount: offer.cents - discount,
    current: true,
    availableOnline: offer.availableOnline ?? false,
  };
  if (offer.nextCents === undefined) return [today];
  return [today, { ...shared, id: `${id}_next`, unitAmount: offer.nextCents - discount, current: false, availableOnline: false }];
}

/** Items that a register sells besides plans, in cents. */
export const retailItems: readonly RetailItem[] = [
  { name: 'KISS WASH', kind: 'wash', cents: 1200 },
  { name: 'SUPER KISS WASH', kind: 'wash', cents: 1800 },
  { name: 'SUPER KISS PLUS WASH', kind: 'wash', cents: 2400 },
  { name: 'HAND WAX', kind: 'detail', cents: 6900 },
  { name: 'FULL DETAIL', kind: 'detail', cents: 14900 },
  { name: 'AIR FRESHENER', kind: 'detail', cents: 300 },
];

/** The club of a member whose plan was sold before Stripe. Its name does not start with STR. */
export const oldClubPlan = 'CLUB EXTERIOR 12 MONTHS';

export function makePlanTypes(products: readonly Product[]): SitewatchPlanType[] {
  return [
    ...products.map((product) => ({
      name: product.sitewatchPlan,
      kind: 'U' as const,
      clubAccess: product.clubCode,
      productClass: product.productClass,
      stripe: true,
    })),
    { name: oldClubPlan, kind: 'U', clubAccess: 'A', productClass: 'Super Kiss', stripe: false },
    { name: 'GIFT CARD', kind: 'G', clubAccess: null, productClass: null, stripe: false },
  ];
}
