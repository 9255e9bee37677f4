import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.releases,
    title: 'Agent releases',
    access: atLeastRole('Admin'),
    phoneCards: true,
    load: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  },
];
