import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.isi,
    title: 'ISI: gift cards and coupons',
    access: signedIn,
    load: async () => (await import('./isi-screen.tsx')).IsiScreen,
  },
];
