import type { Charge } from '@washdesk/contracts/billing/charge';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { Column } from '../../../components/data/columns.ts';
import { ChargeStatus } from '../../../domain/charges/charge-status.tsx';
import { ChargedCard } from '../../../domain/charges/charged-card.tsx';
import { useLazySearchChargesQuery, useSearchChargesQuery, type ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { Results } from './results.tsx';
import styles from './transactions.module.css';

const columns: Column<Charge>[] = [
  { title: 'Date', key: 'created', render: (_, { created, site }) => <SiteTime seconds={created} site={site} /> },
  { title: 'Customer', key: 'customer', render: (_, charge) => <Payer charge={charge} /> },
  { title: 'Card', key: 'card', render: (_, charge) => <ChargedCard details={charge.payment_method_details} /> },
  { title: 'Amount', key: 'amount', align: 'right', render: (_, { amount }) => <Money cents={amount} /> },
  { title: 'Status', key: 'status', card: 'end', render: (_, charge) => <ChargeStatus charge={charge} /> },
  { title: 'Site', key: 'site', render: (_, { site }) => <SiteName site={site} /> },
  { title: 'Terminal', key: 'terminal', render: (_, { metadata }) => metadata[paymentKeys.terminal] },
  { title: 'Employee', key: 'employee', render: (_, { metadata }) => metadata[paymentKeys.employeeName] },
];

interface ChargesFoundProps {
  search: ChargeSearch;
  onReceipt: (id: string) => void;
}

/** Charges of the whole company. */
export function ChargesFound({ search, onReceipt }: ChargesFoundProps) {
  const pages = useCursorPages();
  const [read] = useLazySearchChargesQuery();
  const answer = useSearchChargesQuery({ body: search, query: { page: pages.cursor } }, { refetchOnMountOrArgChange: true });
  const receipt: Column<Charge> = {
    title: 'Receipt',
    key: 'receipt',

    render: (_, { id, status, amount_captured }) =>
      status === 'succeeded' &&
      amount_captured > 0 && <ReceiptButton name={centsToDollars(amount_captured)} onPress={() => onReceipt(id)} />,
  };
  return (
    <Results
      title="Charges"
      none="No Charges Found"
      columns={[...columns, receipt]}
      pages={pages}
      answer={answer}
      readPage={(page) => read({ body: search, query: { page } }).unwrap()}
    />
  );
}

function Payer({ charge: { customer, description, invoice } }: { charge: Charge }) {
  const about = description ?? invoice?.description;
  return (
    <div>
      {customer && <CustomerLink id={customer.id} name={customer.name} />}
      {about && <div className={styles.about}>{about}</div>}
    </div>
  );
}
