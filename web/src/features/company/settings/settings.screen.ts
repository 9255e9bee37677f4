import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/settings',
    title: 'Settings',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Company',
      label: 'Settings',
      description: 'Terminals, plans, limits, receipts, promotions and reasons',
      order: 60,
    },
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  },
];
