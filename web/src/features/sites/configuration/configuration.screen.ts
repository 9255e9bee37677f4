import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/sites/configuration',
    title: 'Site configuration',
    access: atLeastRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./configuration-screen.tsx')).ConfigurationScreen,
  },
];
