import { atLeastRole, exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { reportPath, reportsPath } from './report-paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: reportsPath,
    title: 'Reports',
    access: exactRole('Reporter'),
    link: { menu: 'office', group: 'Reports', label: 'Reports', description: 'View and download reports', order: 130 },
    load: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  },
  {
    path: reportPath,
    title: 'Report',
    access: exactRole('Reporter'),
    load: async () => (await import('./report-screen.tsx')).ReportScreen,
  },
  {
    path: '/admin/reports',
    title: 'Customers with more than two codes',
    access: atLeastRole('Admin'),
    link: {
      menu: 'admin',
      group: 'Company',
      label: 'More than two codes',
      description: 'Customers with more than two plates or tags',
      order: 190,
    },
    load: async () => (await import('./multi-codes-screen.tsx')).MultiCodesScreen,
  },
];
