import { atLeastRole, grantedRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { increasesPath, newIncreasePath } from './increase-paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: increasesPath,
    title: 'Price increases',
    access: atLeastRole('Scheduler'),
    phoneCards: true,
    load: async () => (await import('./increases-screen.tsx')).IncreasesScreen,
  },
  {
    path: newIncreasePath,
    title: 'New price increase',
    access: grantedRole('Scheduler'),
    phoneCards: true,
    load: async () => (await import('./new-increase-screen.tsx')).NewIncreaseScreen,
  },
  {
    path: `${increasesPath}/:id`,
    title: 'Price increase',
    access: atLeastRole('Scheduler'),
    load: async () => (await import('./increase-screen.tsx')).IncreaseScreen,
  },
];
