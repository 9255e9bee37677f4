import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/releases',
    title: 'Agent releases',
    access: atLeastRole('Admin'),
    phoneCards: true,
    link: {
      menu: 'admin',
      group: 'Sites and devices',
      label: 'Agent releases',
      description: 'Update the agents of all sites, canary sites first',
      order: 228,
    },
    load: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  },
];
