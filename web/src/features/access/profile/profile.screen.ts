import { publicAccess } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { paths } from '../../../lib/paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.profile,
    title: 'Profile',
    access: publicAccess,
    frontDesk: true,
    load: async () => (await import('./profile-screen.tsx')).ProfileScreen,
  },
];
