import { atLeastRole, exactRole } from '@washdesk/contracts/endpoint';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { reportPath, reportsPath } from './report-paths.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: reportsPath,
    title: 'Reports',
    access: exactRole('Reporter'),
    load: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  },
  {
    path: reportPath,
    title: 'Report',
    access: exactRole('Reporter'),
    load: async () => (await import('./report-screen.tsx')).ReportScreen,
    sampleQuery: () => '?id=3',
  },
  {
    path: '/admin/reports',
    title: 'Customers with more than two active codes',
    access: atLeastRole('Admin'),
    load: async () => (await import('./multi-codes-screen.tsx')).MultiCodesScreen,
  },
];
