import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/operations',
    title: 'Operations',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Monitoring',
      label: 'Operations',
      description: 'Changes at Stripe whose outcome is late',
      order: 125,
    },
    load: async () => (await import('./operations-screen.tsx')).OperationsScreen,
    phoneCards: true,
  },
];
