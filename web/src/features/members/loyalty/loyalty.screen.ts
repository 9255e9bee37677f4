import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.loyaltyLinkUp,
    title: 'Loyalty link-up',
    access: signedIn,
    frontDesk: true,
    load: async () => (await import('./link-up-screen.tsx')).LinkUpScreen,
  },
];
