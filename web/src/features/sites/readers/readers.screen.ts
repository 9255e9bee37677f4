import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/readers',
    title: 'Card readers',
    access: atLeastRole('Admin'),
    load: async () => (await import('./readers-screen.tsx')).ReadersScreen,
  },
];
