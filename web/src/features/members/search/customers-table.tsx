import type { Customer } from '@washdesk/contracts/members/customer';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { Table, type TableColumnsType } from 'antd';
import { ResultPages } from '../../../components/result-pages.tsx';
import { CustomerLink } from '../../../domain/customer-link.tsx';
import { currentSubscription, planName, vehicleOf } from '../../../domain/membership.ts';
import { Plate } from '../../../domain/plate.tsx';
import { StatusBadge } from '../../../domain/status-badge.tsx';
import { SubscriptionBadge } from '../../../domain/subscription-badge.tsx';
import { TagChip } from '../../../domain/tag-chip.tsx';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import styles from './customers-table.module.css';

export interface CustomersTableProps {
  customers: readonly Customer[];
  loading: boolean;
  pages: CursorPages;
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

const columns: TableColumnsType<Customer> = [
  { title: 'Plate', key: 'plate', width: 116, render: (_, customer) => ifAny(vehicleOf(customer).plate, (code) => <Plate code={code} />) },
  { title: 'Tag', key: 'tag', width: 164, render: (_, customer) => ifAny(vehicleOf(customer).tag, (code) => <TagChip code={code} />) },
  { title: 'Name', key: 'name', width: 160, render: (_, { id, name }) => <CustomerLink id={id} name={name} /> },
  { title: 'Phone', key: 'phone', width: 136, className: 'tabular', render: (_, { phone }) => phone && formatPhone(phone) },
  { title: 'E-mail', dataIndex: 'email', ellipsis: true },
  { title: 'Plan', key: 'plan', width: 144, render: (_, customer) => planName(currentSubscription(customer)) },
  { title: 'Status', key: 'status', width: 128, render: (_, customer) => <Status customer={customer} /> },
];

/** Pixels under which the columns would break words: a narrower screen scrolls the table instead. */
const narrowest = 960;

/** Customer searches come in pages of 10. */
const customersPerPage = 10;

/** Ten customers, best match first. */
export function CustomersTable({ customers, loading, pages, next }: CustomersTableProps) {
  return (
    <section className={styles.found} aria-label="Customers found">
      <Table
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={customers}
        loading={loading}
        pagination={false}
        scroll={{ x: narrowest }}
      />
      <ResultPages size={customersPerPage} pages={pages} next={next} busy={loading} />
    </section>
  );
}

function Status({ customer }: { customer: Customer }) {
  if (customer.deleted) return <StatusBadge tone="stop">Deleted</StatusBadge>;
  return <SubscriptionBadge status={currentSubscription(customer)?.status ?? null} />;
}

function ifAny(code: string, draw: (code: string) => React.ReactNode): React.ReactNode {
  return code === '' ? null : draw(code);
}
