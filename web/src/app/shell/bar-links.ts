import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { SaleContext } from '../../lib/register-context.ts';
import type { Hotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { isUnderPath, paths } from '../../lib/paths.ts';
import { saleQuery } from '../../lib/sale-query.ts';

export interface BarLink {
  label: string;
  to: string;
  /** The shortcut of a link that cashiers use with every other car. */
  hotkey?: Hotkey;
}

/** Keys that no screen uses for its own operations (web/README.md, "Keys"). */
const barKeys = { search: 'F3', counter: 'F1' } as const;

interface Place {
  /** The address without its query. */
  path: string;
  roles: number;
  /** The feature flag of that name. */
  redeemInterface: boolean;
  sale: SaleContext | null;
}

/** The links of the top bar by role and path, without a link to the screen that shows (docs/rules/screens.md#top-bar). */
export function barLinks(place: Place): BarLink[] {
  return [...adminLinks(place), ...searchLinks(place), ...officeLinks(place), ...interfaceLinks(place)];
}

function adminLinks({ path, roles }: Place): BarLink[] {
  if (!atLeast(roles, Role.Admin) || isMenu(path)) return [];
  return [{ label: isUnderPath(path, paths.admin) ? 'Back to Admin Tools' : 'Admin Tools', to: paths.admin }];
}

function isMenu(path: string): boolean {
  return isUnderPath(path, paths.adminTools) || (isUnderPath(path, paths.admin) && isUnderPath(paths.admin, path));
}

/** Search and sale look-up lead to each other; Search Again stands wherever neither does. */
function searchLinks({ path, roles, redeemInterface }: Place): BarLink[] {
  const looksUpSales = atLeast(roles, Role.SalesManager);
  const saleLookup = looksUpSales && !isUnderPath(path, paths.transactions) ? [{ label: 'Sale Lookup', to: paths.transactions }] : [];
  if (path === paths.home || isUnderPath(path, paths.search)) return saleLookup;
  if (looksUpSales && isUnderPath(path, paths.transactions))
    return [{ label: 'Customer Lookup', to: paths.search, hotkey: barKeys.search }];
  if (redeemInterface && isUnderPath(path, paths.redeem)) return saleLookup;
  return [{ label: 'Search Again', to: paths.search, hotkey: barKeys.search }, ...saleLookup];
}

function officeLinks({ path, roles }: Place): BarLink[] {
  const inOffice = isUnderPath(path, paths.office) && isUnderPath(paths.office, path);
  return atLeast(roles, Role.SalesManager) && !inOffice ? [{ label: 'Office Tools', to: paths.office }] : [];
}

function interfaceLinks({ path, redeemInterface, sale }: Place): BarLink[] {
  if (!redeemInterface) return [];
  if (!isUnderPath(path, paths.redeem)) return [{ label: 'Redeem Interface', to: paths.redeem, hotkey: barKeys.counter }];
  return [{ label: 'Payment Interface', to: paymentPath(sale), hotkey: barKeys.counter }];
}

/** Where a payment is dealt with: the sale's own screen, with the sale in its address for a reload, and without a sale the search for the customer. */
function paymentPath(sale: SaleContext | null): string {
  if (!sale?.amountCents) return paths.search;
  return (sale.amountCents > 0 ? paths.charge : paths.refund) + saleQuery(sale);
}
