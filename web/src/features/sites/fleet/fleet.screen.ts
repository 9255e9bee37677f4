import { exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites',
    title: 'Sites',
    access: exactRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./fleet-screen.tsx')).FleetScreen,
  },
  {
    path: '/admin/sites/:site',
    title: 'Site',
    access: exactRole('Admin'),
    load: async () => (await import('./site-screen.tsx')).SiteScreen,
  },
];
