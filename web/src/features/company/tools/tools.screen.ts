import { atLeastRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: '/admin/keystrokes',
    title: 'Keystrokes',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Keystrokes', description: 'Send keys to the register', order: 160 },
    load: async () => (await import('./register-tools-screens.tsx')).KeystrokesScreen,
  },
  {
    path: '/admin/terminal',
    title: 'Terminal tools',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Terminal tools', description: "The register's own tools", order: 170 },
    load: async () => (await import('./register-tools-screens.tsx')).TerminalToolsScreen,
  },
  {
    path: '/admin/barcode',
    title: 'Barcode creator',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Barcode creator', description: "Employees' badges", order: 180 },
    load: async () => (await import('./barcode-screen.tsx')).BarcodeScreen,
  },
  {
    path: '/admin/priceselect',
    title: 'Price-select test',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Price-select test', description: 'Try the choice of a plan', order: 210 },
    load: async () => (await import('./price-select-screen.tsx')).PriceSelectScreen,
  },
  {
    path: '/admin/query',
    title: 'Query parameters',
    access: atLeastRole('Admin'),
    link: { menu: 'admin', label: 'Query parameters', description: 'What the register handed over', order: 220 },
    load: async () => (await import('./query-screen.tsx')).QueryScreen,
  },
];
