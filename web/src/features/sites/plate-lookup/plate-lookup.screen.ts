import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/office/platelookup',
    title: 'Plate lookup',
    access: atLeastRole('SalesManager'),
    load: async () => (await import('./plate-lookup-screen.tsx')).PlateLookupScreen,
  },
];
