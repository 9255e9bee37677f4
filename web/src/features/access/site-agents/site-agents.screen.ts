import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/enrol',
    title: 'Site agents',
    access: atLeastRole('Admin'),
    load: async () => (await import('./site-agents-screen.tsx')).SiteAgentsScreen,
  },
];
