import { atLeastRole, signedIn } from '@washdesk/contracts/endpoint';
import { paths } from '../lib/paths.ts';
import type { ScreenDeclaration } from '../lib/screen-declaration.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: paths.home,
    title: 'Customer Lookup',
    access: signedIn,
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  },
  {
    path: '/customers/:id',
    title: 'Customer',
    access: signedIn,
    frontDesk: true,
    load: async () => (await import('./customer-route.tsx')).CustomerRoute,
  },
  {
    path: paths.locationLanding,
    title: 'Register',
    access: signedIn,
    frontDesk: true,
    load: async () => (await import('./home-screen.tsx')).RegisterStartScreen,
  },
  {
    path: '/office/',
    title: 'Office tools',
    access: signedIn,
    link: { label: 'Office Tools', order: 50, access: atLeastRole('SalesManager') },
    frontDesk: true,
    load: async () => (await import('./menus/office-menu-screen.tsx')).OfficeMenuScreen,
  },
  {
    path: '/admin/',
    aliases: [paths.adminTools],
    title: 'Admin tools',
    access: atLeastRole('Admin'),
    link: { label: 'Admin Tools', order: 60 },
    load: async () => (await import('./menus/admin-menu-screen.tsx')).AdminMenuScreen,
  },
];
