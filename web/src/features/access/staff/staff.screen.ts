import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.adminStaff,
    title: 'Staff',
    access: atLeastRole('Admin'),
    load: async () => (await import('./staff-screen.tsx')).StaffScreen,
  },
  {
    path: '/admin/serviceaccounts/',
    title: 'Service accounts',
    access: atLeastRole('Admin'),
    load: async () => (await import('./service-accounts-screen.tsx')).ServiceAccountsScreen,
  },
];
