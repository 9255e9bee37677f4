import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/clubplans',
    title: 'Club plans',
    access: atLeastRole('SalesManager'),
    load: async () => (await import('./club-plans-screen.tsx')).ClubPlansScreen,
  },
];
