import type { Charge } from '@washdesk/contracts/billing/charge';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { Column } from '../../../components/data/columns.ts';
import { statusOf } from '../../../domain/charges/charge-status.tsx';
import { ChargedCard, chargedCardName } from '../../../domain/charges/charged-card.tsx';
import { useLazySearchChargesQuery, useSearchChargesQuery, type ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { badgeColumn, moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { Results } from './results.tsx';
import styles from './transactions.module.css';

const details: Column<Charge>[] = [
  { title: 'Customer', key: 'customer', text: payerOf, render: (_, charge) => <Payer charge={charge} /> },
  {
    title: 'Card',
    key: 'card',
    text: ({ payment_method_details: paidBy }) => chargedCardName(paidBy),
    render: (_, charge) => <ChargedCard details={charge.payment_method_details} />,
  },
  moneyColumn('Amount', ({ amount }) => amount),
  badgeColumn('Status', statusOf),
];
const places: Column<Charge>[] = [
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
  const { site, time } = useSiteColumns();
  const [read] = useLazySearchChargesQuery();
  const answer = useSearchChargesQuery({ body: search, query: { page: pages.cursor } }, { refetchOnMountOrArgChange: true });
  const receipt: Column<Charge> = {
    title: 'Receipt',
    key: 'receipt',
    card: 'actions',
    inFile: false,
    render: (_, { id, status, amount_captured }) =>
      status === 'succeeded' &&
      amount_captured > 0 && <ReceiptButton name={centsToDollars(amount_captured)} onPress={() => onReceipt(id)} />,
  };
  return (
    <Results
      title="Charges"
      none="No Charges Found"
      columns={[time('Date', ({ created }) => created, { siteOf }), ...details, site(), ...places, receipt]}
      pages={pages}
      answer={answer}
      readPage={(page) => read({ body: search, query: { page } }).unwrap()}
    />
  );
}

const siteOf = ({ site }: Charge): number | null => site;
const aboutOf = ({ description, invoice }: Charge): string | null => description ?? invoice?.description ?? null;

function payerOf(charge: Charge): string {
  return [charge.customer?.name, aboutOf(charge)].filter(Boolean).join(', ');
}

function Payer({ charge }: { charge: Charge }) {
  const { customer } = charge;
  const about = aboutOf(charge);
  return (
    <div>
      {customer && <CustomerLink id={customer.id} name={customer.name} />}
      {about && <div className={styles.about}>{about}</div>}
    </div>
  );
}
