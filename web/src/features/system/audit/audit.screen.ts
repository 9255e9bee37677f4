import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/audit',
    title: 'Audit',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'People and access',
      label: 'Audit',
      description: 'Who changed what, and whether the log is intact',
      order: 120,
    },
    phoneCards: true,
    load: async () => (await import('./audit-screen.tsx')).AuditScreen,
  },
];
