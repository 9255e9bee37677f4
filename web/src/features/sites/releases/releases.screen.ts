import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/releases',
    title: 'Agent releases',
    access: atLeastRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  },
];
