import { signedIn } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/worklists',
    title: 'Worklists',
    access: signedIn,
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Worklists',
      description: 'Online sign-ups to complete, past-due payments and disputes',
      order: 100,
    },
    load: async () => (await import('./worklists-screen.tsx')).WorklistsScreen,
  },
];
