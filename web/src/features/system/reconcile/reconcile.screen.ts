import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.reconcile,
    title: 'Reconciliation',
    access: atLeastRole('Admin'),
    load: async () => (await import('./reconcile-screen.tsx')).ReconcileScreen,
    phoneCards: true,
  },
];
