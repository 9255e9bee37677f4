import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/devices',
    title: 'Devices',
    access: atLeastRole('Admin'),
    load: async () => (await import('./devices-screen.tsx')).DevicesScreen,
  },
];
