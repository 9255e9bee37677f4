import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/poster',
    title: 'Online sign-up poster',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Company',
      label: 'Online sign-up poster',
      description: 'Print a site’s QR code for the online sign-up',
      order: 205,
    },
    load: async () => (await import('./poster-screen.tsx')).PosterScreen,
  },
];
