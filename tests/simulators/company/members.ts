import type { ProductClass } from '@washdesk/rules/company/product-classes';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { nextDay, siteDate } from '@washdesk/rules/dates/dates';
import { daysBefore } from './calendar.ts';
import type { Card, Member, SitewatchClub, Subscription, UsagePattern } from './member-model.ts';
import type { Employee, Price, Product, Site } from './model.ts';
import { drawName, emailOf } from './names.ts';
import { drawUnique, stripeId, type Random } from './random.ts';
import { completedOnlineSaleMetadata, makeSubscription, type PlanState } from './subscriptions.ts';
import { drawVehicle, isTruck } from './vehicles.ts';

/** The source data of members, and the values already taken. */
export interface Pool {
  random: Random;
  now: Date;
  sites: readonly Site[];
  products: readonly Product[];
  prices: readonly Price[];
  employees: readonly Employee[];
  takenCodes: Set<string>;
  /** Returns a number that is unique per member and keeps e-mail addresses distinct. */
  nextSerial(): number;
}

/** Fixed traits of a member. The others are random. */
export interface MemberTraits {
  site?: number;
  productClass?: ProductClass;
  planState?: PlanState | 'no plan';
  usagePattern?: UsagePattern;
  signedUpDaysAgo?: number;
  tagged?: boolean;
  /** The unpaid invoice of a canceled plan; 'nothing' means paid in full. */
  unpaidInvoice?: 'open' | 'uncollectible' | 'nothing';
}

const weightedClasses = weighted<ProductClass>({
  'Super Kiss': 42,
  'Super Kiss Plus': 24,
  Interior: 6,
  'Super Interior': 7,
  'Oil Change': 3,
  'Once A Month Car': 7,
  'Once A Month Truck': 4,
  'Online Offers': 7,
});

const weightedPlanStates = weighted({ active: 78, canceled: 15, past_due: 2, discontinued: 2, trialing: 2, 'no plan': 1 });

const weightedPatterns = weighted({ none: 5, light: 20, steady: 10, regular: 15, heavy: 12, rising: 12, falling: 11, mixed: 15 });

function weighted<T extends string>(weights: Record<T, number>): T[] {
  return (Object.keys(weights) as T[]).flatMap((choice) => Array.from<T>({ length: weights[choice] }).fill(choice));
}

const weightedUnpaidInvoice = weighted({ nothing: 75, uncollectible: 17, open: 8 });

const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const digits = '0123456789';

/** Interior plans require a plate that ends in HI (docs/rules/billing.md#plate-and-plan). */
const interiorClasses: ReadonlySet<ProductClass> = new Set<ProductClass>(['Interior', 'Super Interior']);

/** As the public sign-up writes it. */
export const onlineCustomerMetadata = { createdOnline: 'true', bademail: 'false' } as const;

export function drawMember(pool: Pool, traits: MemberTraits = {}): Member {
  const { random, now } = pool;
  const site = pool.sites.find(({ number }) => number === traits.site) ?? random.pick(pool.sites);
  const planState = traits.planState ?? random.pick(weightedPlanStates);
  const productClass = traits.productClass ?? random.pick(weightedClasses);
  const signedUp = daysBefore(now, traits.signedUpDaysAgo ?? random.whole(35, 1500));
  const { firstName, lastName } = drawName(random);
  const online = productClass === 'Online Offers';
  const vehicle = drawVehicle(random);
  const sold = planState === 'no plan' ? null : drawSubscription(pool, traits, { planState, productClass, site, signedUp });
  const subscription = sold && online ? { ...sold, metadata: completedOnlineSaleMetadata(sold.metadata) } : sold;
  const card = subscription ? drawCard(random, now) : null;

  return {
    id: stripeId(random, 'cus'),
    firstName,
    lastName,
    name: online ? `${firstName} ${lastName}` : `${lastName}, ${firstName}`,
    email: emailOf(firstName, lastName, pool.nextSerial()),
    phone: `${site.state === 'IL' ? '815' : '219'}555${random.characters(4, digits)}`,
    address: { city: site.address.city, state: site.state, postalCode: site.address.postalCode, country: 'US' },
    site: site.number,
    plate: drawPlate(
      pool,
      interiorClasses.has(productClass) ? 'HI' : random.chance(0.9) ? site.defaultPlateState : random.pick(['IL', 'IN']),
    ),
    tag: (traits.tagged ?? random.chance(0.85)) ? drawTag(pool) : null,
    theCard: random.chance(0.4) ? drawUnique(pool.takenCodes, () => `62989223${random.whole(1, 3)}${random.characters(9, digits)}`) : null,
    extraCodes: [],
    disabledCodes: [],
    vehicle,
    isCommercial: random.chance(0.04),
    isTruck: isTruck(vehicle),
    isBusinessSelect: random.chance(0.02),
    taxExempt: random.chance(0.01),
    created: signedUp.toISOString(),
    deleted: false,
    card,
    subscription,
    club: subscription ? clubOf(pool, subscription, productClass, site) : null,
    metadata: { ...(online ? onlineCustomerMetadata : {}), ...(card ? { last4: card.last4 } : {}) },
    usagePattern: traits.usagePattern ?? random.pick(weightedPatterns),
  };
}

export function drawPlate({ random, takenCodes }: Pool, state: string): string {
  return drawUnique(takenCodes, () => `${random.characters(3, plateLetters)}${random.characters(4, digits)}-${state}`);
}

function drawTag({ random, takenCodes }: Pool): string {
  return drawUnique(takenCodes, () => `${random.characters(5, digits)}+${random.characters(6, digits)}`);
}

export function drawCard(random: Random, now: Date): Card {
  return {
    id: stripeId(random, 'pm'),
    brand: random.pick(['visa', 'visa', 'mastercard', 'amex', 'discover']),
    last4: random.characters(4, digits),
    expMonth: random.whole(1, 12),
    expYear: now.getUTCFullYear() + random.whole(1, 4),
    fingerprint: random.characters(16, 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz123456789'),
  };
}

interface Sold {
  planState: PlanState;
  productClass: ProductClass;
  site: Site;
  signedUp: Date;
}

function drawSubscription(pool: Pool, traits: MemberTraits, { planState, productClass, site, signedUp }: Sold): Subscription {
  const { random, now } = pool;
  const product = productOf(pool, productClass);
  const price = pool.prices.find((each) => each.productClass === productClass && each.site === site.number && each.current);
  if (!price) throw new Error(`No price for ${productClass} at site ${site.number}`);
  const lastInvoice = planState === 'canceled' ? (traits.unpaidInvoice ?? random.pick(weightedUnpaidInvoice)) : 'nothing';
  const terminal = `Washcashier${random.whole(1, 4)}`;
  return makeSubscription(random, now, planState, {
    price,
    planDurationMonths: product.planDurationMonths,
    seller: random.pick(pool.employees),
    terminal,
    signedUp,
    taxRate: site.taxRate,
    unpaidInvoice: lastInvoice === 'nothing' ? null : lastInvoice,
    endedLately: traits.planState === undefined,
  });
}

/** As the cloud writes it to every site (docs/decisions/0009-sitewatch-writes.md): another update of a site changes nothing. */
function clubOf(pool: Pool, subscription: Subscription, productClass: ProductClass, { timeZone }: Site): SitewatchClub | null {
  const { status, canceledAt, periodEnd, cancelAtPeriodEnd } = subscription;
  // the days after the period are for late payments: a plan set to end admits only until its end
  const goodDays = cancelAtPeriodEnd ? 0 : settingDefaults.goodDaysAfterPeriodEnd;
  if (status === 'incomplete') return null;
  const ended = status === 'canceled';
  const { sitewatchPlan: planType, redeemable } = productOf(pool, productClass);
  const starts = subscription.created.slice(0, 10);
  // a plan without washes admits on no day
  if (!redeemable) return { planType, starts, expires: starts };
  return {
    planType,
    starts,
    expires: ended ? siteDate(canceledAt ?? periodEnd, timeZone) : dayAfterAdmitting(daysBefore(new Date(periodEnd), -goodDays), timeZone),
  };
}

/** Returns the first day on which the member is not admitted at any time. */
function dayAfterAdmitting(goodUntil: Date, timeZone: string): string {
  return nextDay(siteDate(new Date(goodUntil.getTime() - 1), timeZone));
}

function productOf(pool: Pool, productClass: ProductClass): Product {
  const product = pool.products.find((each) => each.productClass === productClass);
  if (!product) throw new Error(`No product of class ${productClass}`);
  return product;
}
