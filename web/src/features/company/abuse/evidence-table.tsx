import type { AbuseEvidence, AbuseFlag } from '@washdesk/contracts/company/abuse';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';

type Columns = ScreenColumn<AbuseEvidence>[];

const code = (title: string, of: 'code' | 'plate'): Columns[number] => ({
  title,
  key: of,
  card: 'plain',
  render: (_none, row) => (row[of] === null ? 'Removed' : <VehicleCode code={row[of]} />),
});
const text = (title: string, of: 'by' | 'note', none: string): Columns[number] => ({
  title,
  key: of,
  card: 'labelled',
  wraps: true,
  render: (_none, row) => row[of] ?? none,
});
const person = (title: string, none: string): Columns[number] => ({
  title,
  key: 'customer',
  card: 'plain',
  render: (_none, { customer, name }) => (customer === null ? none : <CustomerLink id={customer} name={name} />),
});
const amount: Columns[number] = {
  title: 'Amount',
  key: 'amount',
  align: 'right',
  card: 'end',
  render: (_none, row) => (row.amount === null ? '–' : centsToDollars(row.amount)),
};

/** The columns of each kind of row, after its time and site. */
const columnsOf: Readonly<Record<AbuseEvidence['of'], Columns>> = {
  wash: [code('Used', 'code'), text('Recorded by', 'by', 'Unknown')],
  read: [code('Tag', 'code'), code('Plate on the car', 'plate'), person('Plate belongs to', 'Unknown plate'), text('Lane', 'by', '–')],
  change: [code('From', 'plate'), code('To', 'code'), text('Changed by', 'by', 'Unknown')],
  gift: [person('Given to', 'No customer'), text('Approved by', 'by', 'No approval')],
  refund: [person('Refunded to', 'No customer'), amount],
};

/** The rows that show it, in the order of time. */
export function EvidenceTable({ kind, evidence }: { kind: AbuseFlag['kind']; evidence: readonly AbuseEvidence[] }) {
  const { time, site } = useSiteColumns();
  const of = evidence[0]?.of ?? 'wash';
  const columns: Columns = [
    time<AbuseEvidence>('Time', ({ at }) => Date.parse(at) / 1_000, { siteOf: (row) => row.site, card: 'title' }),
    site<AbuseEvidence>('No site'),
    ...columnsOf[of],
    ...(kind === 'two-sites' ? [text('From the wash before', 'note', '–')] : []),
  ];
  return (
    <DataTable
      label="Evidence"
      rowKey="id"
      columns={columns}
      rows={evidence}
      empty="The washes or changes have been removed."
      filter={false}
      file={null}
    />
  );
}
