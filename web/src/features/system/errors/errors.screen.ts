import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/errorlist',
    title: 'Error list',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Monitoring', label: 'Error list', description: 'Server and browser errors', order: 130 },
    load: async () => (await import('./error-list-screen.tsx')).ErrorListScreen,
  },
];
