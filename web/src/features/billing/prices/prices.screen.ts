import { exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/products/',
    title: 'Products',
    access: exactRole('PriceManager'),
    link: {
      menu: 'office',
      group: 'Prices and plans',
      label: 'Products',
      description: 'Products and their upgrade and downgrade options',
      order: 20,
    },
    load: async () => (await import('./products-screen.tsx')).ProductsScreen,
  },
  {
    path: '/office/allprices',
    title: 'All prices',
    access: exactRole('PriceManager'),
    link: { menu: 'office', group: 'Prices and plans', label: 'All prices', description: 'Prices at all locations', order: 30 },
    load: async () => (await import('./all-prices-screen.tsx')).AllPricesScreen,
  },
  {
    path: '/office/pricegrid',
    title: 'Price grid',
    access: exactRole('PriceManager'),
    link: {
      menu: 'office',
      group: 'Prices and plans',
      label: 'Price grid',
      description: 'Plans at each location, by product class',
      order: 40,
    },
    phoneCards: true,
    load: async () => (await import('./price-grid-screen.tsx')).PriceGridScreen,
  },
  {
    path: '/office/priceranges',
    title: 'Price ranges',
    access: exactRole('PriceManager'),
    link: { menu: 'office', group: 'Prices and plans', label: 'Price ranges', description: 'Allowed prices by product class', order: 50 },
    phoneCards: true,
    load: async () => (await import('./price-ranges-screen.tsx')).PriceRangesScreen,
  },
];
