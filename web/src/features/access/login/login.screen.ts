import { publicAccess } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.login,
    title: 'Sign in',
    access: publicAccess,
    load: async () => (await import('./login-screen.tsx')).LoginScreen,
  },
];
