import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { SaleContext } from '../../lib/register-context.ts';
import type { Hotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { isUnderPath, paths } from '../../lib/paths.ts';
import { saleQuery } from '../../lib/sale-query.ts';

export interface BarLink {
  label: string;
  to: string;
  /** Marks the part of the app that shows. */
  isCurrent: boolean;
  /** The shortcut of a link that cashiers use with every other car. */
  hotkey?: Hotkey;
}

/** Keys that no screen uses for its own operations (docs/rules/screens.md#keys). */
const barKeys = { search: 'F3', counter: 'F1' } as const;

interface Place {
  /** The address without its query. */
  path: string;
  roles: number;
  /** The feature flag of that name. */
  redeemInterface: boolean;
  sale: SaleContext | null;
}

/** The links of the top bar: fixed by role, flag and sale, whatever screen shows (docs/rules/screens.md#top-bar). */
export function barLinks({ path, roles, redeemInterface, sale }: Place): BarLink[] {
  const isAt = (...parts: readonly string[]): boolean => parts.some((part) => isUnderPath(path, part));
  const searches = path === paths.home || isAt(paths.search, '/customers');
  const atRedeem = isAt(paths.redeem);
  const pays = isAt(paths.charge, paths.refund);
  // One key goes to and fro between redeem and the payment.
  const toPayment = atRedeem ? { hotkey: barKeys.counter } : {};
  const toRedeem = atRedeem ? {} : { hotkey: barKeys.counter };

  const links: (BarLink | false)[] = [
    { label: 'Customer Lookup', to: paths.search, isCurrent: searches, hotkey: barKeys.search },
    redeemInterface && { label: 'Redeem Interface', to: paths.redeem, isCurrent: atRedeem, ...toRedeem },
    redeemInterface && sale !== null && { label: 'Payment Interface', to: paymentPath(sale), isCurrent: pays, ...toPayment },
    atLeast(roles, Role.SalesManager) && { label: 'Sale Lookup', to: paths.transactions, isCurrent: isAt(paths.transactions) },
    atLeast(roles, Role.SalesManager) && { label: 'Office Tools', to: paths.office, isCurrent: isAt(paths.office) },
    atLeast(roles, Role.Admin) && { label: 'Admin Tools', to: paths.admin, isCurrent: isAt(paths.admin) },
  ];
  return links.filter((link) => link !== false);
}

/** The path of the payment: the sale's own screen, with the sale in its address for a reload, and with nothing to pay the search. */
function paymentPath(sale: SaleContext): string {
  if (!sale.amountCents) return paths.search;
  return (sale.amountCents > 0 ? paths.charge : paths.refund) + saleQuery(sale);
}
