import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/configuration',
    title: 'Site configuration',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Sites and devices',
      label: 'Site configuration',
      description: 'Gates, readers, printers and Sitewatch of a site',
      order: 227,
    },
    phoneCards: true,
    load: async () => (await import('./configuration-screen.tsx')).ConfigurationScreen,
  },
];
