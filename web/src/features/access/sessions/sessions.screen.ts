import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sessions',
    aliases: ['/admin/tokens'],
    title: 'Sessions',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'People and access',
      label: 'Sessions',
      description: 'See who’s signed in, and sign people out',
      order: 30,
    },
    load: async () => (await import('./sessions-screen.tsx')).SessionsScreen,
  },
];
