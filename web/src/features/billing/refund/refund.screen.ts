import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.refund,
    title: 'Refund',
    access: signedIn,
    frontDesk: true,
    sampleQuery: () => '?amount=-12.50&saleid=7',
    load: async () => (await import('./refund-screen.tsx')).RefundScreen,
  },
];
