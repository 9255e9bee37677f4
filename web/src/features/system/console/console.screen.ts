import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/console',
    title: 'Console',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Sites and devices',
      label: 'Console',
      description: 'Commands for sites and their devices',
      order: 230,
    },
    load: async () => (await import('./console-screen.tsx')).ConsoleScreen,
  },
];
