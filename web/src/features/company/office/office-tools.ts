import { atLeast, hasExactly, Role } from '@washdesk/rules/company/roles';
import type { Tool } from '../../../components/tool-menu.tsx';
import { isBuilt, paths } from '../../../lib/paths.ts';

const user = (roles: number): boolean => atLeast(roles, Role.User);
const priceManager = (roles: number): boolean => hasExactly(roles, Role.PriceManager);
const salesManager = (roles: number): boolean => atLeast(roles, Role.SalesManager);
const scheduler = (roles: number): boolean => atLeast(roles, Role.Scheduler);
const reporter = (roles: number): boolean => hasExactly(roles, Role.Reporter);

const tools: readonly (Tool & { seenBy: (roles: number) => boolean })[] = [
  { label: 'Office charge', what: 'Charge a card, or give money back', to: paths.officeCharge, seenBy: user },
  { label: 'Products', what: 'What is sold, and what each product leads to', to: paths.officeProducts, seenBy: priceManager },
  { label: 'All prices', what: 'Every price of every location', to: paths.officeAllPrices, seenBy: priceManager },
  { label: 'Price grid', what: 'What each location sells, by product class', to: paths.officePriceGrid, seenBy: priceManager },
  { label: 'Price ranges', what: 'What prices may be, by product class', to: paths.officePriceRanges, seenBy: priceManager },
  { label: 'Club plans', what: "Sitewatch's own plans", to: paths.officeClubPlans, seenBy: priceManager },
  { label: 'Price increases', what: 'Higher prices for many members at once', to: paths.officeIncrease, seenBy: scheduler },
  { label: 'Schedule release', what: 'Let go of a planned change', to: paths.officeScheduleRelease, seenBy: salesManager },
  { label: 'Plate lookup', what: 'The club plan of a plate or tag', to: paths.officePlateLookup, seenBy: salesManager },
  {
    label: 'Worklists',
    what: 'Payments due, unfinished sign-ups and disputes, over all customers',
    to: paths.officeWorklists,
    seenBy: salesManager,
  },
  {
    label: 'Numbers at a glance',
    what: 'Members, churn, revenue and washes by the month',
    to: paths.officeNumbers,
    seenBy: salesManager,
  },
  {
    label: 'Sales by employee',
    what: 'Sign-ups, upgrades and early cancellations of each person',
    to: paths.officeSales,
    seenBy: salesManager,
  },
  { label: 'Reports', what: 'Lists to look at and to download', to: paths.officeReports, seenBy: reporter },
];

/** The office's tools for these roles (docs/rules/screens.md#office-tools). */
export function officeTools(roles: number): Tool[] {
  return tools.filter(({ seenBy, to }) => seenBy(roles) && isBuilt(to));
}
