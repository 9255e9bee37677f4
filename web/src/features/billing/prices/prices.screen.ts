import { exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/products/',
    title: 'Products',
    access: exactRole('PriceManager'),
    load: async () => (await import('./products-screen.tsx')).ProductsScreen,
  },
  {
    path: '/office/allprices',
    title: 'All prices',
    access: exactRole('PriceManager'),
    load: async () => (await import('./all-prices-screen.tsx')).AllPricesScreen,
  },
  {
    path: '/office/pricegrid',
    title: 'Price grid',
    access: exactRole('PriceManager'),
    phoneCards: true,
    load: async () => (await import('./price-grid-screen.tsx')).PriceGridScreen,
  },
  {
    path: '/office/priceranges',
    title: 'Price ranges',
    access: exactRole('PriceManager'),
    phoneCards: true,
    load: async () => (await import('./price-ranges-screen.tsx')).PriceRangesScreen,
  },
];
