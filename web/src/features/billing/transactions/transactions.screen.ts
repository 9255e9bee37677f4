import { atLeastRole, signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.transactions,
    title: 'Sale Lookup',
    access: signedIn,
    link: { label: 'Sale Lookup', order: 40, access: atLeastRole('SalesManager') },
    frontDesk: true,
    load: async () => (await import('./transactions-screen.tsx')).TransactionsScreen,
  },
];
