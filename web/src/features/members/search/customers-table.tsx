import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Customer } from '@washdesk/contracts/members/customer';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Plate } from '../../../domain/codes/plate.tsx';
import { TagChip } from '../../../domain/codes/tag-chip.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { MemberAction } from '../../../domain/customers/member-action.tsx';
import { currentSubscription, planName, vehicleOf } from '../../../domain/customers/membership.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { SubscriptionBadge } from '../../../domain/status/subscription-badge.tsx';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerPath } from '../../../lib/paths.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import styles from './customers-table.module.css';

export interface CustomersTableProps {
  customers: readonly Customer[];
  loading: boolean;
  pages: CursorPages;
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

/** Customer searches come in pages of 10. */
const customersPerPage = 10;

/** Ten customers, best match first: a table, or one card each on a phone. A press anywhere in a row opens its customer. */
export function CustomersTable({ customers, loading, pages, next }: CustomersTableProps) {
  return (
    <section className={styles.found} aria-label="Customers found">
      <table className={styles.table} aria-busy={loading}>
        <thead>
          <tr>
            <th scope="col">Plate</th>
            <th scope="col">Name</th>
            <th scope="col">Plan</th>
            <th scope="col">Status</th>
            <th scope="col">Tag</th>
            <th scope="col">Phone</th>
            <th scope="col" className={styles.email}>
              Email
            </th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <Row key={customer.id} customer={customer} />
          ))}
        </tbody>
      </table>
      <ResultPages size={customersPerPage} pages={pages} next={next} busy={loading} />
    </section>
  );
}

function Row({ customer }: { customer: Customer }) {
  const open = useOpenCustomer(customer.id);
  const { plate, tag } = vehicleOf(customer);
  const { name, phone, email } = customer;
  return (
    // The name is the link for keyboards and screen readers; touch works on the whole row.
    <tr onClick={open}>
      <td className={styles.plate}>{plate && <Plate code={plate} />}</td>
      <td className={styles.name}>
        <CustomerLink id={customer.id} name={name} />
      </td>
      <td className={styles.plan}>{planName(currentSubscription(customer))}</td>
      <td className={styles.status}>
        <Status customer={customer} />
      </td>
      <td className={styles.tag}>{tag && <TagChip code={tag} />}</td>
      <td className={`tabular ${styles.phone}`}>{phone && formatPhone(phone)}</td>
      <td className={styles.email}>{email}</td>
      <td className={styles.redeem}>
        <MemberAction customer={customer} />
      </td>
    </tr>
  );
}

/** Opens the customer like the name's link: in a new tab for SalesManager and above. */
function useOpenCustomer(id: string): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const newTab = useAtLeast('SalesManager');
  return ({ target }) => {
    const isOwn = target instanceof Element && target.closest('a, button') !== null;
    if (isOwn || window.getSelection()?.toString()) return;
    if (newTab) window.open(customerPath(id), '_blank', 'noopener');
    else void navigate(customerPath(id));
  };
}

function Status({ customer }: { customer: Customer }) {
  if (customer.deleted) return <StatusBadge tone="stop">Deleted</StatusBadge>;
  const subscription = currentSubscription(customer);
  return (
    <span className={styles.badges}>
      <SubscriptionBadge status={subscription?.status ?? null} />
      {subscription?.incomplete && <StatusBadge tone="wait">Complete sign-up</StatusBadge>}
    </span>
  );
}
