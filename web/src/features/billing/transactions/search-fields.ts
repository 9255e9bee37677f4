/** The kinds of transaction to look up (docs/rules/billing.md#transaction-lookup). */
export type Mode = 'charge' | 'invoice' | 'subscription';

export const modeNames: Record<Mode, string> = { charge: 'Charge', invoice: 'Invoice', subscription: 'Subscription' };

export type FieldKind = 'dollars' | 'date' | 'last4' | 'site' | 'terminal' | 'text';

export interface SearchField {
  /**
   * The name of the query parameter. A register's sale uses `amount`, `saleid`, `customerid` and `xptuser`: a search must not look like
   * one.
   */
  name: string;
  label: string;
  kind: FieldKind;
  /** Whether the field is only for SalesManager and above. */
  managers?: true;
}

const employee: SearchField = { name: 'employeename', label: 'Employee Name', kind: 'text', managers: true };
const date: SearchField = { name: 'date', label: 'Date', kind: 'date' };
const site: SearchField = { name: 'site', label: 'Site', kind: 'site' };

export const searchFields: Record<Mode, readonly SearchField[]> = {
  charge: [
    { name: 'total', label: 'Amount', kind: 'dollars' },
    date,
    { name: 'last4', label: 'Last 4 of Card', kind: 'last4' },
    site,
    { name: 'terminal', label: 'Terminal', kind: 'terminal' },
    { name: 'fingerprint', label: 'Fingerprint', kind: 'text', managers: true },
    employee,
  ],
  invoice: [
    { name: 'receipt', label: 'Receipt Number', kind: 'text' },
    { name: 'invoice', label: 'Invoice Number', kind: 'text' },
  ],
  subscription: [employee, date, site],
};
