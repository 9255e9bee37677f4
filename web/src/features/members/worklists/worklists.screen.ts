import { signedIn } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/worklists',
    title: 'Worklists',
    access: signedIn,
    load: async () => (await import('./worklists-screen.tsx')).WorklistsScreen,
  },
];
