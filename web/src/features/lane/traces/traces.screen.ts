import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/traces',
    title: 'Why did it not open?',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Why did it not open?',
      description: 'Each car at the lanes, step by step',
      order: 145,
    },
    phoneCards: true,
    load: async () => (await import('./traces-screen.tsx')).TracesScreen,
  },
];
