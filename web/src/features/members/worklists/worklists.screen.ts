import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/worklists',
    title: 'Worklists',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Worklists',
      description: 'Past-due payments, unfinished sign-ups and disputes',
      order: 100,
    },
    load: async () => (await import('./worklists-screen.tsx')).WorklistsScreen,
  },
];
