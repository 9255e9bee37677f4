import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/blacklist',
    title: 'Blacklist',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'People and access', label: 'Blacklist', description: 'Blocked IP addresses', order: 100 },
    load: async () => (await import('./blacklist-screen.tsx')).BlacklistScreen,
  },
];
