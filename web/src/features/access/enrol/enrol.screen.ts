import { publicAccess } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/enrol/:token',
    title: 'Enroll this browser',
    access: publicAccess,
    beforeGates: true,
    load: async () => (await import('./enrol-screen.tsx')).EnrolScreen,
  },
];
