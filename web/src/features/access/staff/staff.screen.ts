import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.adminStaff,
    title: 'Staff',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'People and access',
      label: 'Staff',
      description: 'Manage employees, roles, PINs and passwords',
      order: 20,
    },
    load: async () => (await import('./staff-screen.tsx')).StaffScreen,
  },
  {
    path: '/admin/serviceaccounts/',
    title: 'Service accounts',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'People and access',
      label: 'Service accounts',
      description: 'API access for programs and site agents',
      order: 40,
    },
    load: async () => (await import('./service-accounts-screen.tsx')).ServiceAccountsScreen,
  },
];
