import { Button } from 'antd';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ChargeStatus } from '../../../domain/charges/charge-status.tsx';
import { ChargedCard } from '../../../domain/charges/charged-card.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import styles from './refund-screen.module.css';

interface ChargesTableProps {
  charges: readonly Charge[];
  loading: boolean;
  onRefund: (charge: Charge) => void;
}

const columns: ScreenColumn<Charge>[] = [
  { title: 'Date', key: 'created', render: (_, { created, site }) => <SiteTime seconds={created} site={site} /> },
  { title: 'Card', key: 'card', render: (_, charge) => <ChargedCard details={charge.payment_method_details} /> },
  { title: 'Customer', key: 'customer', render: (_, charge) => <Payer charge={charge} /> },
  { title: 'Terminal', key: 'terminal', render: (_, { metadata }) => metadata[paymentKeys.terminal] },
  { title: 'Amount', key: 'amount', align: 'right', render: (_, { amount }) => <Money cents={amount} /> },
  { title: 'Status', key: 'status', card: 'end', render: (_, charge) => <Status charge={charge} /> },
];

/** Charges with their actions: Refund is shown only while an amount is left. */
export function ChargesTable({ charges, loading, onRefund }: ChargesTableProps) {
  const actionColumn: ScreenColumn<Charge> = {
    title: 'Action',
    key: 'actions',

    align: 'right',
    render: (_, charge) => charge.refundable > 0 && <RefundButton charge={charge} onRefund={onRefund} />,
  };
  return (
    <DataTable
      label="Charges"
      rowKey="id"
      columns={[...columns, actionColumn]}
      rows={charges}
      busy={loading}
      empty="No Charges Found"
      file={null}
    />
  );
}

function RefundButton({ charge, onRefund }: { charge: Charge; onRefund: (charge: Charge) => void }) {
  const amount = centsToDollars(charge.amount);
  return (
    <Button className={styles.refund} size="large" data-refund="" aria-label={`Refund ${amount}`} onClick={() => onRefund(charge)}>
      Refund
    </Button>
  );
}

function Payer({ charge: { customer, description, invoice } }: { charge: Charge }) {
  const about = description ?? invoice?.description;
  return (
    <div>
      {customer?.name}
      {about && <div className={styles.about}>{about}</div>}
    </div>
  );
}

/** The charge's status and refunded amount. */
function Status({ charge }: { charge: Charge }) {
  return (
    <div>
      <ChargeStatus charge={charge} />
      {charge.refunded === 'partially' && (
        <div className={styles.about}>
          <Money cents={charge.amount_refunded} /> refunded
        </div>
      )}
    </div>
  );
}
