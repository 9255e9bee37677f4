import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/readers',
    title: 'Card readers',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Sites and devices', label: 'Card readers', description: 'Register and delete card readers', order: 80 },
    load: async () => (await import('./readers-screen.tsx')).ReadersScreen,
  },
];
