import { atLeastRole, exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/clubplans',
    title: 'Club plans',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Prices and plans',
      label: 'Club plans',
      description: 'Plans in Sitewatch',
      order: 60,
      access: exactRole('PriceManager'),
    },
    load: async () => (await import('./club-plans-screen.tsx')).ClubPlansScreen,
  },
];
