import { exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/products/',
    title: 'Products',
    access: exactRole('PriceManager'),
    link: { menu: 'office', label: 'Products', description: 'What is sold, and what each product leads to', order: 20 },
    load: async () => (await import('./products-screen.tsx')).ProductsScreen,
  },
  {
    path: '/office/allprices',
    title: 'All prices',
    access: exactRole('PriceManager'),
    link: { menu: 'office', label: 'All prices', description: 'Every price of every location', order: 30 },
    load: async () => (await import('./all-prices-screen.tsx')).AllPricesScreen,
  },
  {
    path: '/office/pricegrid',
    title: 'Price grid',
    access: exactRole('PriceManager'),
    link: { menu: 'office', label: 'Price grid', description: 'What each location sells, by product class', order: 40 },
    phoneCards: true,
    load: async () => (await import('./price-grid-screen.tsx')).PriceGridScreen,
  },
  {
    path: '/office/priceranges',
    title: 'Price ranges',
    access: exactRole('PriceManager'),
    link: { menu: 'office', label: 'Price ranges', description: 'What prices may be, by product class', order: 50 },
    phoneCards: true,
    load: async () => (await import('./price-ranges-screen.tsx')).PriceRangesScreen,
  },
];
