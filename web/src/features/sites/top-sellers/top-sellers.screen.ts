import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/topsellers',
    title: 'Top sellers',
    access: atLeastRole('Admin'),
    load: async () => (await import('./top-sellers-screen.tsx')).TopSellersScreen,
  },
];
