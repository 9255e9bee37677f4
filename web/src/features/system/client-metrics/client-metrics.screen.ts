import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/clientmetrics',
    title: 'Client metrics',
    access: atLeastRole('Admin'),
    load: async () => (await import('./client-metrics-screen.tsx')).ClientMetricsScreen,
  },
];
