import { signedIn } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { paths } from '../../../lib/paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.isi,
    title: 'ISI: gift cards and coupons',
    access: signedIn,
    load: async () => (await import('./isi-screen.tsx')).IsiScreen,
  },
];
