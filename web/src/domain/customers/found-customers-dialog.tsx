import { Button, Modal } from 'antd';
import { Link } from 'react-router-dom';
import type { Customer } from '@washdesk/contracts/members/customer';
import { customerPath } from '../../lib/paths.ts';
import { VehicleCode } from '../codes/vehicle-code.tsx';
import { SubscriptionBadge } from '../status/subscription-badge.tsx';
import { currentSubscription } from './membership.ts';
import styles from './found-customers-dialog.module.css';

interface FoundCustomersDialogProps {
  code: string;
  customers: readonly Customer[];
  onClose: () => void;
}

/** Shows the customers who already have this plate or tag. */
export function FoundCustomersDialog({ code, customers, onClose }: FoundCustomersDialogProps) {
  return (
    <Modal
      open
      title="Existing Customer found with that plate/tag"
      onCancel={onClose}
      footer={
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Ok
        </Button>
      }
    >
      <p>
        <VehicleCode code={code} />
      </p>
      <ul className={styles.customers}>
        {customers.map((customer) => (
          <li key={customer.id}>
            <Link to={customerPath(customer.id)}>{customer.name ?? customer.id}</Link>
            <SubscriptionBadge status={currentSubscription(customer)?.status ?? null} />
          </li>
        ))}
      </ul>
      <p>The field was reset. Open the customer to sign them up, or enter another plate or tag.</p>
    </Modal>
  );
}
