import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/abuse',
    title: 'Possible abuse',
    access: atLeastRole('SalesManager'),
    load: async () => (await import('./abuse-screen.tsx')).AbuseScreen,
    phoneCards: true,
  },
];
