import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/audit',
    title: 'Audit',
    access: atLeastRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./audit-screen.tsx')).AuditScreen,
  },
];
