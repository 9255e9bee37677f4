import type { Hotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { isUnderPath, paths } from '../../lib/paths.ts';
import type { SaleContext } from '../../lib/register-context.ts';
import { saleQuery } from '../../lib/sale-query.ts';
import { menuLinks } from '../menus/menu-links.ts';

export interface BarLink {
  label: string;
  to: string;
  order: number;
  /** Marks the part of the app that shows. */
  isCurrent: boolean;
  /** The shortcut of a link that cashiers use with every other car. No screen uses it for its own operations (docs/rules/screens.md#keys). */
  hotkey?: Hotkey | undefined;
}

interface BarState {
  /** The address without its query. */
  path: string;
  roles: number;
  /** Names of the feature flags that are on. */
  flags: readonly string[];
  sale: SaleContext | null;
}

/** Switches between redeem and the payment. */
const counterKey = 'F1';

/** The links of the top bar: fixed by role, flag and sale, whatever screen shows (docs/rules/screens.md#top-bar). */
export function barLinks({ path, roles, flags, sale }: BarState): BarLink[] {
  const screenPath = path === paths.home ? paths.search : path;
  const isAt = (...parts: readonly string[]): boolean => parts.some((part) => isUnderPath(screenPath, part));
  const atRedeem = isAt(paths.redeem);
  const links: BarLink[] = menuLinks('bar', roles)
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

/** The path of the payment: the sale's own screen, with the sale in its address for a reload, and with nothing to pay the search. */
function paymentPath(sale: SaleContext): string {
  if (!sale.amountCents) return paths.search;
  return (sale.amountCents > 0 ? paths.charge : paths.refund) + saleQuery(sale);
}
