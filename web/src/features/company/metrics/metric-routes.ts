export const metricsRoute = '/office/metrics';
export const metricListRoute = '/office/metrics/list';
