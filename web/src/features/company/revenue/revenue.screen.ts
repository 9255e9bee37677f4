import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/revenue',
    title: 'Revenue',
    access: atLeastRole('SalesManager'),
    sampleQuery: () => '?period=lastWeek',
    load: async () => (await import('./revenue-screen.tsx')).RevenueScreen,
  },
];
