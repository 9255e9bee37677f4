/** The reports of the office, by their number in the address. */
export const reports = {
  '1': {
    title: 'Customers with more than two active codes',
    what: 'Plates and tags that are switched on, each counted once over all sites',
    file: 'customers-with-many-codes.csv',
  },
  '2': {
    title: 'Online sign-up attempts for existing customers',
    what: 'How often somebody who is a customer already tried to sign up online, by the day',
    file: 'online-sign-up-attempts.csv',
  },
} as const;

export type ReportId = keyof typeof reports;

export const isReportId = (id: string | null): id is ReportId => id !== null && Object.hasOwn(reports, id);
