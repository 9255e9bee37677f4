import type { Customer } from '@washdesk/contracts/customer';
import { formatPhone } from '@washdesk/rules/phones';
import { Button, Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router-dom';
import { currentSubscription, planName, vehicleOf } from '../../domain/membership.ts';
import { Plate } from '../../domain/plate.tsx';
import { StatusBadge } from '../../domain/status-badge.tsx';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { TagChip } from '../../domain/tag-chip.tsx';
import { customerPath } from '../../lib/paths.ts';
import { useAtLeast } from '../../lib/session/use-session.ts';
import styles from './customers-table.module.css';

export interface CustomersTableProps {
  customers: readonly Customer[];
  loading: boolean;
  pageNumber: number;
  /** Null on the last page, and on the first. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
}

const columns: TableColumnsType<Customer> = [
  { title: 'Plate', key: 'plate', width: 116, render: (_, customer) => ifAny(vehicleOf(customer).plate, (code) => <Plate code={code} />) },
  { title: 'Tag', key: 'tag', width: 164, render: (_, customer) => ifAny(vehicleOf(customer).tag, (code) => <TagChip code={code} />) },
  { title: 'Name', key: 'name', width: 160, render: (_, customer) => <CustomerLink customer={customer} /> },
  { title: 'Phone', key: 'phone', width: 136, className: 'tabular', render: (_, { phone }) => phone && formatPhone(phone) },
  { title: 'E-mail', dataIndex: 'email', ellipsis: true },
  { title: 'Plan', key: 'plan', width: 144, render: (_, customer) => planName(currentSubscription(customer)) },
  { title: 'Status', key: 'status', width: 128, render: (_, customer) => <Status customer={customer} /> },
];

/** Pixels under which the columns would break words: a narrower screen scrolls the table instead. */
const narrowest = 960;

/** Ten customers, best match first. */
export function CustomersTable({ customers, loading, pageNumber, onNext, onPrevious }: CustomersTableProps) {
  return (
    <section aria-label="Customers found">
      <Table
        size="small"
        rowKey="id"
        className={styles.table}
        columns={columns}
        dataSource={customers}
        loading={loading}
        pagination={false}
        scroll={{ x: narrowest }}
      />
      {(onNext ?? onPrevious) && (
        <nav className={styles.pages} aria-label="Pages">
          <Button size="large" disabled={!onPrevious || loading} onClick={() => onPrevious?.()}>
            Previous 10 Results
          </Button>
          <span className={styles.page}>Page {pageNumber}</span>
          <Button size="large" disabled={!onNext || loading} onClick={() => onNext?.()}>
            Next 10 Results
          </Button>
        </nav>
      )}
    </section>
  );
}

/** Sales managers and above keep their list: a customer opens in a new tab (front-desk section 6). */
function CustomerLink({ customer: { id, name } }: { customer: Customer }) {
  const newTab = useAtLeast('SalesManager') ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <Link className={styles.name} to={customerPath(id)} {...newTab}>
      {name ?? 'No name'}
    </Link>
  );
}

function Status({ customer }: { customer: Customer }) {
  if (customer.deleted) return <StatusBadge tone="stop">Deleted</StatusBadge>;
  return <SubscriptionBadge status={currentSubscription(customer)?.status ?? null} />;
}

function ifAny(code: string, draw: (code: string) => React.ReactNode): React.ReactNode {
  return code === '' ? null : draw(code);
}
