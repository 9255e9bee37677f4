import { Descriptions } from 'antd';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { ChargedCard } from '../../../domain/charges/charged-card.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { useCustomerGeneralQuery } from '../../../domain/customers/customer-api.ts';
import { vehicleOf } from '../../../domain/customers/membership.ts';
import { messageOf } from '../../../lib/api/call-failure.ts';
import type { SaleContext } from '../../../lib/register-context.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import styles from './charge.module.css';

/** The register's sale as paid on this screen. */
export interface PaidSale extends SaleContext {
  /** The charged amount. */
  amountCents: number;
  /** The amount that the register requested. */
  originalCents: number;
}

interface SaleFactsProps {
  sale: SaleContext;
  /** The card that paid it; null before. */
  card?: Charge['payment_method_details'];
}

/** The sale's number, terminal, employee, customer and card. */
export function SaleFacts({ sale: { saleid, customerId }, card = null }: SaleFactsProps) {
  const session = useSession();
  const items = [
    { key: 'sale', label: 'Sale', children: saleid ?? 'None' },
    { key: 'terminal', label: 'Terminal', children: session?.terminal ?? 'None' },
    { key: 'employee', label: 'Employee', children: session?.user.name ?? '' },
  ];
  const customer = customerId === null ? [] : [{ key: 'customer', label: 'Customer', children: <ChargedCustomer id={customerId} /> }];
  const paidBy = card === null ? [] : [{ key: 'card', label: 'Card', children: <ChargedCard details={card} /> }];
  return (
    <Descriptions
      className={styles.facts}
      styles={{ label: { width: 104, color: 'var(--muted)', fontSize: 16 }, content: { fontSize: 16 } }}
      size="small"
      colon={false}
      column={1}
      items={[...items, ...customer, ...paidBy]}
    />
  );
}

function ChargedCustomer({ id }: { id: string }) {
  const { currentData: customer, error } = useCustomerGeneralQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  if (error && !customer) return <span className={styles.wait}>{messageOf(error, 'Couldn’t load the customer')}</span>;
  if (!customer) return <>…</>;
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  return (
    <span className={styles.customer}>
      {customer.name ?? 'No name'}
      {code !== '' && <VehicleCode code={code} />}
    </span>
  );
}
