import { Button } from 'antd';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import styles from './pending-requests-list.module.css';

export interface PendingRequestsListProps {
  codes: readonly string[];
  busy: boolean;
  onCheck: (code: string) => void;
}

/** Lookups with an unknown outcome. Check repeats one under the same key, so that nothing is recorded twice. */
export function PendingRequestsList({ codes, busy, onCheck }: PendingRequestsListProps) {
  if (codes.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Outcome unknown">
      {codes.map((code) => (
        <li key={code} className={styles.item}>
          <VehicleCode code={code} />
          <span className={styles.words}>The usage may or may not have been recorded.</span>
          <Button size="large" type="primary" loading={busy} onClick={() => onCheck(code)} aria-label={`Check ${code}`}>
            Check
          </Button>
        </li>
      ))}
    </ul>
  );
}
