import { publicAccess } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.profile,
    title: 'Profile',
    access: publicAccess,
    frontDesk: true,
    load: async () => (await import('./profile-screen.tsx')).ProfileScreen,
  },
];
