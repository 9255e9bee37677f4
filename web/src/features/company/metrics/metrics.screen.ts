import { atLeastRole } from '@washdesk/contracts/endpoint';
import { addMonths } from '@washdesk/rules/dates/dates';
import type { ScreenDeclaration } from '../../../lib/screen-declaration.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { metricListRoute, metricsRoute } from './metric-routes.ts';

export const screens: readonly ScreenDeclaration[] = [
  {
    path: metricsRoute,
    title: 'Metrics',
    access: atLeastRole('SalesManager'),
    phoneCards: true,
    load: async () => (await import('./metrics-screen.tsx')).MetricsScreen,
  },
  {
    path: metricListRoute,
    title: 'Metric details',
    access: atLeastRole('SalesManager'),
    phoneCards: true,
    sampleQuery: () => `?list=members&month=${addMonths(serverNow().toISOString().slice(0, 10), -1).slice(0, 7)}`,
    load: async () => (await import('./metric-list-screen.tsx')).MetricListScreen,
  },
];
