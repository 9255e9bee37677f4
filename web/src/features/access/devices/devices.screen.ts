import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/devices',
    title: 'Devices',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'People and access',
      label: 'Devices',
      description: 'Enroll or revoke registers, tablets and lane boards',
      order: 10,
    },
    load: async () => (await import('./devices-screen.tsx')).DevicesScreen,
  },
];
