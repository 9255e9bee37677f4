import type { InvoiceRow } from '@washdesk/contracts/billing/invoice';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { Column } from '../../../components/data/columns.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { Results } from './results.tsx';
import { useLazySearchInvoicesQuery, useSearchInvoicesQuery, type InvoiceSearch } from './transactions-api.ts';

const states: Readonly<Record<string, { tone: Tone; words: string }>> = {
  paid: { tone: 'go', words: 'Paid' },
  open: { tone: 'wait', words: 'Open' },
  draft: { tone: 'neutral', words: 'Draft' },
  void: { tone: 'neutral', words: 'Void' },
  uncollectible: { tone: 'stop', words: 'Uncollectable' },
};

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
  {
    title: 'Status',
    key: 'status',
    card: 'end',
    value: ({ status }) => stateOf(status).words,
    render: (_, { status }) => <StatusBadge tone={stateOf(status).tone}>{stateOf(status).words}</StatusBadge>,
  },
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

function stateOf(status: string | null): { tone: Tone; words: string } {
  return states[status ?? ''] ?? { tone: 'neutral', words: status ?? '' };
}

const siteOf = ({ site }: InvoiceRow): number | null => (site === null ? null : Number(site));
