import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sessions',
    aliases: ['/admin/tokens'],
    title: 'Sessions',
    access: atLeastRole('Admin'),
    load: async () => (await import('./sessions-screen.tsx')).SessionsScreen,
  },
];
