import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/schedulerelease',
    title: 'Schedule release',
    access: atLeastRole('SalesManager'),
    link: {
      menu: 'office',
      group: 'Members and payments',
      label: 'Schedule release',
      description: 'Release a scheduled change',
      order: 80,
    },
    load: async () => (await import('./schedule-release-screen.tsx')).ScheduleReleaseScreen,
  },
];
