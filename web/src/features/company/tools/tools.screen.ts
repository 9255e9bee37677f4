import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/keystrokes',
    title: 'Keystrokes',
    access: atLeastRole('Admin'),
    load: async () => (await import('./register-tools-screens.tsx')).KeystrokesScreen,
  },
  {
    path: '/admin/terminal',
    title: 'Terminal tools',
    access: atLeastRole('Admin'),
    load: async () => (await import('./register-tools-screens.tsx')).TerminalToolsScreen,
  },
  {
    path: '/admin/barcode',
    title: 'Barcode creator',
    access: atLeastRole('Admin'),
    load: async () => (await import('./barcode-screen.tsx')).BarcodeScreen,
  },
  {
    path: '/admin/priceselect',
    title: 'Price-select test',
    access: atLeastRole('Admin'),
    load: async () => (await import('./price-select-screen.tsx')).PriceSelectScreen,
  },
  {
    path: '/admin/query',
    title: 'Query parameters',
    access: atLeastRole('Admin'),
    load: async () => (await import('./query-screen.tsx')).QueryScreen,
  },
];
