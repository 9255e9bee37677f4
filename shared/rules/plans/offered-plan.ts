import { priceKeys, productKeys } from '../company/metadata-keys.ts';
import type { Settings } from '../company/settings.ts';
import { siteNumber, type SiteMapping } from '../company/sites.ts';
import { planPriceProblem, type PriceForm } from './plan-price.ts';

/** A plan: a monthly price at one site, and the product it buys (docs/rules/billing.md#plans). */
export interface OfferedPlan {
  /** The price's id. */
  price: string;
  name: string;
  /** Cents per month, before tax. */
  amount: number;
  /** Null if the price names no known site. */
  site: number | null;
  /** Whether neither the price nor its product is archived, and the price is a plan's. */
  active: boolean;
  /** Why the price is no plan (plan-price.ts); null if it is one. */
  problem: string | null;
  /** Whether the price is sold today; only an increase, a price change or a cap leads to the others. */
  current: boolean;
  next: boolean;
  allowProrate: boolean;
  availableOnline: boolean;
  product: string;
  productName: string;
  productClass: string;
  clubCode: string;
  upgradeClasses: readonly string[];
  downgradeClasses: readonly string[];
  /** Months for which the price is guaranteed when a person sells the plan, and when it is sold online. */
  duration: number;
  onlineDuration: number;
}

/** The fields of the provider's price that a plan uses. */
interface Price extends PriceForm {
  id: string;
  nickname: string | null;
  unit_amount: number | null;
  active?: boolean;
  metadata: Readonly<Record<string, string>>;
}

interface Product {
  id: string;
  name: string;
  active?: boolean;
  metadata: Readonly<Record<string, string>>;
}

export interface PlanSettings {
  mapping: SiteMapping;
  durations: Settings['planDurations'];
  defaultDuration: Settings['defaultPlanDuration'];
  defaultOnlineDuration: Settings['defaultOnlinePlanDuration'];
}

/** Whether a price has the metadata of a plan, and so was meant as one. */
export const hasPlanMetadata = ({ metadata }: Pick<Price, 'metadata'>): boolean =>
  [priceKeys.site, priceKeys.productClass].some((key) => metadata[key] !== undefined);

/** Builds a plan from a price and its product. */
export function offeredPlan(price: Price, product: Product, settings: PlanSettings): OfferedPlan {
  const { metadata } = product;
  const problem = planPriceProblem(price);
  const productClass = metadata[productKeys.productClass] ?? price.metadata[priceKeys.productClass] ?? product.name;
  const namedDuration = settings.durations[productClass];
  return {
    price: price.id,
    name: price.nickname ?? product.name,
    amount: price.unit_amount ?? 0,
    site: mappedSite(price.metadata[priceKeys.site], settings.mapping),
    active: price.active !== false && product.active !== false && problem === null,
    problem,
    current: price.metadata[priceKeys.currentPrice] !== 'false',
    next: price.metadata[priceKeys.nextPrice] === 'true',
    allowProrate: price.metadata[priceKeys.allowProrate] !== 'false',
    availableOnline: ['1', 'true'].includes(price.metadata[priceKeys.availableOnline] ?? ''),
    product: product.id,
    productName: product.name,
    productClass,
    clubCode: metadata[productKeys.clubCode] ?? '',
    upgradeClasses: classesIn(metadata[productKeys.upgradeClass]),
    downgradeClasses: classesIn(metadata[productKeys.downgradeClass]),
    duration: namedDuration ?? settings.defaultDuration,
    onlineDuration: Number(metadata[productKeys.planDuration]) || (namedDuration ?? settings.defaultOnlineDuration),
  };
}

function mappedSite(text: string | undefined, mapping: SiteMapping): number | null {
  const found = text ? siteNumber(text, mapping) : null;
  return found && 'site' in found ? found.site : null;
}

/** Splits one class, or several separated by commas. */
const classesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
