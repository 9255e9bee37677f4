export const reportsPath = '/office/reports';
export const reportPath = '/office/report';
