import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/serviceaccounts/',
    title: 'Service accounts',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Service accounts', description: 'Programs that may sign in', order: 40 },
    load: async () => (await import('./service-accounts-screen.tsx')).ServiceAccountsScreen,
  },
];
