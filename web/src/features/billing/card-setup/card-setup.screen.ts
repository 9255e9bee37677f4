import { publicAccess } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/setupintentcomplete',
    title: 'Card setup',
    access: publicAccess,
    beforeGates: true,
    load: async () => (await import('./setup-complete-screen.tsx')).SetupCompleteScreen,
  },
];
