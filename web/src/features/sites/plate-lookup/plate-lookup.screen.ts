import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/platelookup',
    title: 'Plate lookup',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Plate lookup',
      description: 'Look up the club plan of a plate or tag',
      order: 90,
    },
    load: async () => (await import('./plate-lookup-screen.tsx')).PlateLookupScreen,
  },
];
