import { parsePlate } from '../codes/plates.ts';
import type { OfferedPlan } from './offered-plan.ts';

/** The highest price after a downgrade (docs/rules/billing.md#upgrade-and-downgrade). */
export const downgradeCapCents = 2_999;

/** Sitewatch club codes of interior plans. */
const interiorClubCodes = ['E', 'F'];
const interiorState = 'HI';

export const plateMismatch = 'Interior plans are for plates ending in HI. Wash plans are for all other plates';

export const isInterior = ({ clubCode }: Pick<OfferedPlan, 'clubCode'>): boolean => interiorClubCodes.includes(clubCode.toUpperCase());

/**
 * Whether the plan suits the plate: interior plans are for plates that end in HI, wash plans for all others
 * (docs/rules/billing.md#plate-and-plan).
 * @param plate the member's plate code, empty for none
 */
export function suitsPlate(plan: Pick<OfferedPlan, 'clubCode'>, plate: string): boolean {
  return isInterior(plan) === (parsePlate(plate)?.state === interiorState);
}

/** Returns the plate state that suits a plan: HI for an interior plan, otherwise the home state. */
export const plateStateFor = (plan: Pick<OfferedPlan, 'clubCode'>, homeState: string): string =>
  isInterior(plan) ? interiorState : homeState;

/** Whether the plan is sold today at this site. */
export const isOffered = (plan: OfferedPlan, site: number): boolean => plan.active && plan.current && plan.site === site;

/** Sorts plans by club code, then by price. */
export function inOfferOrder<P extends Pick<OfferedPlan, 'clubCode' | 'amount' | 'price'>>(plans: readonly P[]): P[] {
  return plans.toSorted((a, b) => compare(a.clubCode, b.clubCode) || a.amount - b.amount || compare(a.price, b.price));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

interface Move {
  /** The member's plan. */
  from: OfferedPlan;
  site: number;
  plate: string;
}

/** Returns the plans this plan can be upgraded to: current prices of the site, in the classes that its product names. */
export function upgradesOf({ from, site, plate }: Move, all: readonly OfferedPlan[]): OfferedPlan[] {
  const targets = all.filter((plan) => from.upgradeClasses.includes(plan.productClass));
  return inOfferOrder(targets.filter((plan) => isOffered(plan, site) && suitsPlate(plan, plate)));
}

/** Returns the plans this plan can be downgraded to, at most at the cap. */
export function downgradesOf({ from, site, plate }: Move, all: readonly OfferedPlan[]): OfferedPlan[] {
  const targets = all.filter((plan) => from.downgradeClasses.includes(plan.productClass));
  const offered = targets.filter((plan) => isOffered(plan, site) && suitsPlate(plan, plate));
  return inOfferOrder(offered.map((plan) => ({ ...plan, amount: cappedDowngrade(plan.amount) })));
}

/**
 * Returns the other prices of the plan's class at its site. Another class is an upgrade or a downgrade, which have their own charges and
 * rights (docs/rules/billing.md#upgrade-and-downgrade).
 */
export function otherPricesOf({ from, site, plate }: Move, all: readonly OfferedPlan[]): OfferedPlan[] {
  const sameClass = all.filter((plan) => plan.productClass === from.productClass && plan.price !== from.price);
  return inOfferOrder(sameClass.filter((plan) => plan.active && plan.site === site && suitsPlate(plan, plate)));
}

export const cappedDowngrade = (cents: number): number => Math.min(cents, downgradeCapCents);
