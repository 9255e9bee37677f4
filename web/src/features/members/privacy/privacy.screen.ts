import { atLeastRole } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.customerData,
    title: 'Customer data',
    access: atLeastRole('SupportCenter'),
    load: async () => (await import('./privacy-screen.tsx')).PrivacyScreen,
  },
];
