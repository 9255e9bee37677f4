import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/redis',
    title: 'Cache keys',
    access: atLeastRole('Admin'),
    load: async () => (await import('./cache-screen.tsx')).CacheScreen,
  },
];
