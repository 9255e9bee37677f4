import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/flags',
    title: 'Feature flags',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Feature flags', description: 'Switch parts of the product on and off', order: 50 },
    load: async () => (await import('./flags-screen.tsx')).FlagsScreen,
  },
  {
    path: '/admin/config',
    title: 'Provider configuration',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Provider configuration', description: 'Options of the card payments', order: 90 },
    load: async () => (await import('./provider-config-screen.tsx')).ProviderConfigScreen,
  },
];
