import type { Hotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { isUnderPath, paths } from '../../lib/paths.ts';
import type { SaleContext } from '../../lib/register-context.ts';
import { saleQuery } from '../../lib/sale-query.ts';
import { barScreens } from './bar-screens.ts';

export interface BarLink {
  label: string;
  to: string;
  order: number;
  /** Whether it is the current part of the app. */
  isCurrent: boolean;
  /** The shortcut of a link that cashiers use constantly. No screen uses it for its own actions (docs/rules/screens.md#keys). */
  hotkey?: Hotkey | undefined;
}

interface BarState {
  /** The path without its query. */
  path: string;
  roles: number;
  /** Names of the enabled feature flags. */
  flags: readonly string[];
  sale: SaleContext | null;
}

/** Switches between redeem and payment. */
const counterKey = 'F1';

/** Returns the links of the top bar: the same on every screen, by role, flag and sale (docs/rules/screens.md#top-bar). */
export function barLinks({ path, roles, flags, sale }: BarState): BarLink[] {
  const screenPath = path === paths.home ? paths.search : path;
  const isAt = (...parts: readonly string[]): boolean => parts.some((part) => isUnderPath(screenPath, part));
  const atRedeem = isAt(paths.redeem);
  const links: BarLink[] = barScreens(roles)
    .filter(({ flag }) => flag === undefined || flags.includes(flag))
    .map(({ label, to, order, section = [], hotkey }) => ({ label, to, order, isCurrent: isAt(to, ...section), hotkey }));
  const redeem = links.find(({ to }) => to === paths.redeem);
  if (!redeem) return links;
  if (!atRedeem) redeem.hotkey = counterKey;
  if (sale === null) return links;
  const payment: BarLink = {
    label: 'Payment Interface',
    to: paymentPath(sale),
    order: redeem.order + 1,
    isCurrent: isAt(paths.charge, paths.refund),
    hotkey: atRedeem ? counterKey : undefined,
  };
  return [...links, payment].toSorted((one, other) => one.order - other.order);
}

/** Returns the payment's path: the sale's own screen, with the sale in the URL for a reload; without an amount, the search. */
function paymentPath(sale: SaleContext): string {
  if (!sale.amountCents) return paths.search;
  return (sale.amountCents > 0 ? paths.charge : paths.refund) + saleQuery(sale);
}
