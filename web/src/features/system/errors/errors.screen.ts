import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/errorlist',
    title: 'Error list',
    access: atLeastRole('Admin'),
    load: async () => (await import('./error-list-screen.tsx')).ErrorListScreen,
  },
];
