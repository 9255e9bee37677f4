import { Modal } from 'antd';
import { Link } from 'react-router-dom';
import type { CodeHolder } from '@washdesk/contracts/lane/redeem';
import { useDialogFocus } from '../../components/feedback/use-dialog-focus.ts';
import { customerPath } from '../../lib/paths.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { VehicleCode } from './vehicle-code.tsx';
import styles from './shared-code.module.css';

interface SharedCodeDialogProps {
  code: string;
  holders: readonly CodeHolder[];
  onClose: () => void;
}

/** The customers with one code, each with the ways to leave it to the other: another plate, the end of the plan, or no profile. */
export function SharedCodeDialog({ code, holders, onClose }: SharedCodeDialogProps) {
  const { content, placeFocus } = useDialogFocus();
  return (
    <Modal open title="Plate or tag of several customers" footer={null} width={560} afterOpenChange={placeFocus} onCancel={onClose}>
      <div ref={content}>
        <p className={styles.about}>
          <VehicleCode code={code} /> Keep it on the customer who drives this car. Change it on the other, end that plan, or delete a
          duplicate profile.
        </p>
        <ul className={styles.holders}>
          {holders.map(({ id, name, active }) => (
            <li key={id} className={styles.holder} aria-label={name ?? id}>
              <span className={styles.who}>
                <b>{name ?? id}</b>
                <StatusBadge tone={active ? 'go' : 'neutral'}>{active ? 'Active' : 'Not active'}</StatusBadge>
              </span>
              <span className={styles.ways}>
                <Way to={`${customerPath(id)}#info`} label="Change Code" onFollow={onClose} />
                {active && <Way to={`${customerPath(id)}#subscriptions`} label="End Plan" onFollow={onClose} />}
                {!active && <Way to={`${customerPath(id)}#tools`} label="Delete Profile" onFollow={onClose} />}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function Way({ to, label, onFollow }: { to: string; label: string; onFollow: () => void }) {
  return (
    <Link className={styles.way} to={to} onClick={onFollow}>
      {label}
    </Link>
  );
}
