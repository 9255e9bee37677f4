import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/traces',
    title: 'Why did it not open?',
    access: atLeastRole('SalesManager'),
    phoneCards: true,
    load: async () => (await import('./traces-screen.tsx')).TracesScreen,
  },
];
