import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/sales',
    title: 'Sales by employee',
    access: atLeastRole('SalesManager'),
    phoneCards: true,
    load: async () => (await import('./sales-screen.tsx')).SalesScreen,
  },
];
