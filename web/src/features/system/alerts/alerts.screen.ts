import { exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/alerts',
    title: 'Alerts',
    access: exactRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./alerts-screen.tsx')).AlertsScreen,
  },
];
