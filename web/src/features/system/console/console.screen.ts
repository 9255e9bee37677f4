import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/console',
    title: 'Console',
    access: atLeastRole('Admin'),
    load: async () => (await import('./console-screen.tsx')).ConsoleScreen,
  },
];
