import { signedIn } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { paths } from '../../../lib/paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.loyaltyLinkUp,
    title: 'Loyalty link-up',
    access: signedIn,
    frontDesk: true,
    load: async () => (await import('./link-up-screen.tsx')).LinkUpScreen,
  },
];
