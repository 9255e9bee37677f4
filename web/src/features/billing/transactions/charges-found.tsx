import type { TableColumnsType } from 'antd';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { ChargeStatus } from '../../../domain/charges/charge-status.tsx';
import { ChargedCard } from '../../../domain/charges/charged-card.tsx';
import { useSearchChargesQuery, type ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { Results } from './results.tsx';
import styles from './transactions.module.css';

const columns: TableColumnsType<Charge> = [
  { title: 'Date', key: 'created', width: 184, render: (_, { created, site }) => <SiteTime seconds={created} site={site} /> },
  { title: 'Customer', key: 'customer', render: (_, charge) => <Payer charge={charge} /> },
  { title: 'Card', key: 'card', width: 180, render: (_, charge) => <ChargedCard details={charge.payment_method_details} /> },
  { title: 'Amount', key: 'amount', width: 104, align: 'right', render: (_, { amount }) => <Money cents={amount} /> },
  { title: 'Status', key: 'status', width: 160, render: (_, charge) => <ChargeStatus charge={charge} /> },
  { title: 'Site', key: 'site', width: 120, render: (_, { site }) => <SiteName site={site} /> },
  { title: 'Terminal', key: 'terminal', width: 128, render: (_, { metadata }) => metadata[paymentKeys.terminal] },
  { title: 'Employee', key: 'employee', width: 144, render: (_, { metadata }) => metadata[paymentKeys.employeeName] },
];

interface ChargesFoundProps {
  search: ChargeSearch;
  onReceipt: (id: string) => void;
}

/** Charges of the whole company. */
export function ChargesFound({ search, onReceipt }: ChargesFoundProps) {
  const pages = useCursorPages();
  const answer = useSearchChargesQuery({ body: search, query: { page: pages.cursor } }, { refetchOnMountOrArgChange: true });
  const receipt: TableColumnsType<Charge>[number] = {
    title: 'Receipt',
    key: 'receipt',
    width: 112,
    render: (_, { id, status, amount_captured }) =>
      status === 'succeeded' &&
      amount_captured > 0 && <ReceiptButton name={centsToDollars(amount_captured)} onPress={() => onReceipt(id)} />,
  };
  return <Results title="Charges" none="No Charges Found" columns={[...columns, receipt]} narrowest={1180} pages={pages} answer={answer} />;
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
