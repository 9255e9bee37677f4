import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/enrol',
    title: 'Site agents',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Sites and devices',
      label: 'Site agents',
      description: 'Enroll or revoke the agent of a site',
      order: 225,
    },
    load: async () => (await import('./site-agents-screen.tsx')).SiteAgentsScreen,
  },
];
