import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/schedulerelease',
    title: 'Schedule release',
    access: atLeastRole('SalesManager'),
    load: async () => (await import('./schedule-release-screen.tsx')).ScheduleReleaseScreen,
  },
];
