import { atLeastRole, signedIn } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { chargeCompletePath, officeChargePath } from './office-charge-paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: officeChargePath,
    title: 'Office charge',
    access: atLeastRole('User'),
    frontDesk: true,
    load: async () => (await import('./office-charge-screen.tsx')).OfficeChargeScreen,
  },
  {
    path: chargeCompletePath,
    title: 'Charge complete',
    access: signedIn,
    load: async () => (await import('./charge-complete-screen.tsx')).ChargeCompleteScreen,
  },
];
