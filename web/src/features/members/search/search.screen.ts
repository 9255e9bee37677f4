import { signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../../../lib/paths.ts';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.search,
    title: 'Customer Lookup',
    access: signedIn,
    link: { label: 'Customer Lookup', order: 10, hotkey: 'F3', section: ['/customers'] },
    frontDesk: true,
    load: async () => (await import('./search-screen.tsx')).SearchScreen,
  },
];
