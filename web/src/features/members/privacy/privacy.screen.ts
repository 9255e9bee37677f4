import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.customerData,
    title: 'Customer data',
    access: atLeastRole('SupportCenter'),
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Customer data',
      description: 'Export or erase what is stored about a customer',
      order: 140,
    },
    load: async () => (await import('./privacy-screen.tsx')).PrivacyScreen,
  },
];
