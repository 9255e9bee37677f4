import { publicAccess } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/status',
    title: 'Status',
    access: publicAccess,
    beforeGates: true,
    load: async () => (await import('./status-screen.tsx')).StatusScreen,
  },
];
