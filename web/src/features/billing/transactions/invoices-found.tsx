import type { InvoiceRow } from '@washdesk/contracts/billing/invoice';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Column } from '../../../components/data/columns.ts';
import { invoiceStatusOf } from '../../../domain/charges/invoice-status.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { badgeColumn, moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { Results } from './results.tsx';
import { useLazySearchInvoicesQuery, useSearchInvoicesQuery, type InvoiceSearch } from './transactions-api.ts';

const columns: Column<InvoiceRow>[] = [
  { title: 'Invoice', dataIndex: 'number' },
  { title: 'Receipt Number', dataIndex: 'receipt_number' },
  {
    title: 'Customer',
    key: 'customer',
    value: ({ customer }) => customer?.name,
    render: (_, { customer }) => customer && <CustomerLink id={customer.id} name={customer.name} />,
  },
  { title: 'Description', dataIndex: 'description' },
  moneyColumn('Total', ({ total }) => total),
  moneyColumn('Paid', ({ amount_paid }) => amount_paid),
  badgeColumn('Status', ({ status }) => invoiceStatusOf(status, '')),
];

interface InvoicesFoundProps {
  search: InvoiceSearch;
  onReceipt: (id: string) => void;
}

/** Invoices by the number on the receipt or their own. */
export function InvoicesFound({ search, onReceipt }: InvoicesFoundProps) {
  const pages = useCursorPages();
  const { time } = useSiteColumns();
  const [read] = useLazySearchInvoicesQuery();
  const answer = useSearchInvoicesQuery({ body: search, query: { page: pages.cursor } }, { refetchOnMountOrArgChange: true });
  const receipt: Column<InvoiceRow> = {
    title: 'Receipt',
    key: 'receipt',
    card: 'actions',
    inFile: false,
    render: (_, { id, number, amount_paid }) =>
      amount_paid > 0 && <ReceiptButton name={number ?? centsToDollars(amount_paid)} onPress={() => onReceipt(id)} />,
  };
  return (
    <Results
      title="Invoices"
      none="No Invoices Found"
      columns={[time('Date', ({ created }) => created, { siteOf }), ...columns, receipt]}
      pages={pages}
      answer={answer}
      readPage={(page) => read({ body: search, query: { page } }).unwrap()}
    />
  );
}

const siteOf = ({ site }: InvoiceRow): number | null => (site === null ? null : Number(site));
