import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.pendingJobs,
    title: 'Pending jobs',
    access: atLeastRole('Admin'),
    load: async () => (await import('./jobs-screen.tsx')).JobsScreen,
    phoneCards: true,
  },
];
