import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/operations',
    title: 'Operations',
    access: atLeastRole('Admin'),
    load: async () => (await import('./operations-screen.tsx')).OperationsScreen,
    phoneCards: true,
  },
];
