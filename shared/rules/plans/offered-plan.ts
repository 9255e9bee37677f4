import { priceKeys, productKeys } from '../company/metadata-keys.ts';
import type { Settings } from '../company/settings.ts';
import { siteNumber, type SiteMapping } from '../company/sites.ts';

/** What a plan is: a monthly price at one site, and the product that it buys (docs/rules/billing.md#plans). */
export interface OfferedPlan {
  /** The price's id. */
  price: string;
  name: string;
  /** Cents a month, before tax. */
  amount: number;
  /** Null for a price that names no site of ours. */
  site: number | null;
  /** Whether neither the price nor its product is archived. */
  active: boolean;
  /** Whether the price is sold today; others are only reached by an increase, a price change or a cap. */
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
  /** Months that the price is guaranteed. */
  duration: number;
}

/** The parts of the provider's price that a plan is made of. */
interface Price {
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
}

/** The plan that a price and its product make. */
export function offeredPlan(price: Price, product: Product, settings: PlanSettings): OfferedPlan {
  const { metadata } = product;
  const productClass = metadata[productKeys.productClass] ?? price.metadata[priceKeys.productClass] ?? product.name;
  return {
    price: price.id,
    name: price.nickname ?? product.name,
    amount: price.unit_amount ?? 0,
    site: mappedSite(price.metadata[priceKeys.site], settings.mapping),
    active: price.active !== false && product.active !== false,
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
    duration: settings.durations[productClass] ?? settings.defaultDuration,
  };
}

function mappedSite(text: string | undefined, mapping: SiteMapping): number | null {
  const found = text ? siteNumber(text, mapping) : null;
  return found && 'site' in found ? found.site : null;
}

/** One class, or several with commas between. */
const classesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
