import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/settings',
    title: 'Settings',
    access: atLeastRole('Admin'),
    load: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  },
];
