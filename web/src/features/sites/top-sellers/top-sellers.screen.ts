import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/topsellers',
    title: 'Top sellers',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Company', label: 'Top sellers', description: 'Best-selling products', order: 200 },
    load: async () => (await import('./top-sellers-screen.tsx')).TopSellersScreen,
  },
];
