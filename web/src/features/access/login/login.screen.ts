import { publicAccess } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { paths } from '../../../lib/paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.login,
    title: 'Sign in',
    access: publicAccess,
    load: async () => (await import('./login-screen.tsx')).LoginScreen,
  },
];
