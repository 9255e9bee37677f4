import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/blacklist',
    title: 'Blacklist',
    access: atLeastRole('Admin'),
    load: async () => (await import('./blacklist-screen.tsx')).BlacklistScreen,
  },
];
