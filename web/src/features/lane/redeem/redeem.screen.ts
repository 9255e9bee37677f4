import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.redeem,
    title: 'Redeem',
    access: signedIn,
    link: { label: 'Redeem Interface', order: 20, flag: 'redeemInterface' },
    frontDesk: true,
    load: async () => (await import('./redeem-screen.tsx')).RedeemScreen,
  },
];
