import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/revenue',
    title: 'Revenue',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Reports',
      label: 'Revenue',
      description: 'Charges and refunds by day and site, discounts by employee',
      order: 105,
    },
    sampleQuery: () => '?period=lastWeek',
    load: async () => (await import('./revenue-screen.tsx')).RevenueScreen,
  },
];
