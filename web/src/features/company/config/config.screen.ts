import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/flags',
    title: 'Feature flags',
    access: atLeastRole('Admin'),
    load: async () => (await import('./flags-screen.tsx')).FlagsScreen,
  },
  {
    path: '/admin/config',
    title: 'Provider configuration',
    access: atLeastRole('Admin'),
    load: async () => (await import('./provider-config-screen.tsx')).ProviderConfigScreen,
  },
];
