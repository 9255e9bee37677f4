/** The office's reports, by their number in the URL. */
export const reports = {
  '1': {
    title: 'Customers with more than two active codes',
    what: 'Enabled plates and tags, each counted once across all sites',
    file: 'customers-with-many-codes.csv',
  },
  '2': {
    title: 'Online sign-up attempts for existing customers',
    what: 'How often existing customers tried to sign up online, by day',
    file: 'online-sign-up-attempts.csv',
  },
  '3': {
    title: 'Changed amounts',
    what: 'Charges for another amount than the sale’s, with the employee, the reason and the sum',
    file: 'changed-amounts.csv',
  },
} as const;

export type ReportId = keyof typeof reports;

export const isReportId = (id: string | null): id is ReportId => id !== null && Object.hasOwn(reports, id);
