import { publicAccess } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.logout,
    title: 'Log out',
    access: publicAccess,
    beforeGates: true,
    load: async () => (await import('./logout-screen.tsx')).LogoutScreen,
  },
];
