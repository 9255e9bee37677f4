import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/keystrokes',
    title: 'Keystrokes',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Register and test tools',
      label: 'Keystrokes',
      description: 'Send keystrokes to the register',
      order: 160,
    },
    load: async () => (await import('./register-tools-screens.tsx')).KeystrokesScreen,
  },
  {
    path: '/admin/terminal',
    title: 'Terminal tools',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Register and test tools',
      label: 'Terminal tools',
      description: 'Tools for the register’s browser',
      order: 170,
    },
    load: async () => (await import('./register-tools-screens.tsx')).TerminalToolsScreen,
  },
  {
    path: '/admin/barcode',
    title: 'Barcode creator',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', group: 'Register and test tools', label: 'Barcode creator', description: 'Print employee badges', order: 180 },
    load: async () => (await import('./barcode-screen.tsx')).BarcodeScreen,
  },
  {
    path: '/admin/priceselect',
    title: 'Price-select test',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Register and test tools',
      label: 'Price-select test',
      description: 'Test the plan selector',
      order: 210,
    },
    load: async () => (await import('./price-select-screen.tsx')).PriceSelectScreen,
  },
  {
    path: '/admin/query',
    title: 'Query parameters',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Register and test tools',
      label: 'Query parameters',
      description: 'Parameters sent by the register',
      order: 220,
    },
    load: async () => (await import('./query-screen.tsx')).QueryScreen,
  },
];
