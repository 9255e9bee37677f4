import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.signUp,
    title: 'Sign up',
    access: signedIn,
    frontDesk: true,
    sampleQuery: () => '?code=ABC123-IL',
    load: async () => (await import('./sign-up-screen.tsx')).SignUpScreen,
  },
];
