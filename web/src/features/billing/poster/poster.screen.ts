import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/poster',
    title: 'Online sign-up poster',
    access: atLeastRole('Admin'),
    load: async () => (await import('./poster-screen.tsx')).PosterScreen,
  },
];
