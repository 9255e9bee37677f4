import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/flags',
    title: 'Feature flags',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Company', label: 'Feature flags', description: 'Turn features on and off', order: 50 },
    load: async () => (await import('./flags-screen.tsx')).FlagsScreen,
  },
  {
    path: '/admin/config',
    title: 'Provider configuration',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Company', label: 'Provider configuration', description: 'Card payment options', order: 90 },
    load: async () => (await import('./provider-config-screen.tsx')).ProviderConfigScreen,
  },
];
