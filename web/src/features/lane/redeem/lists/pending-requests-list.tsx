import { Button } from 'antd';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { useOffline } from '../../../../lib/connection.ts';
import { lookupOf, type Lookup } from '../lookup.ts';
import styles from './pending-requests-list.module.css';

export interface PendingRequestsListProps {
  /** Lookups with an unknown outcome. */
  subjects: readonly string[];
  busy: boolean;
  onCheck: (lookup: Lookup) => void;
}

/** Lookups with an unknown outcome. Each is repeated under the same key, by itself or by Check, so that nothing is recorded twice. */
export function PendingRequestsList({ subjects, busy, onCheck }: PendingRequestsListProps) {
  const offline = useOffline();
  if (subjects.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Outcome unknown">
      {subjects.map((subject) => {
        const lookup = lookupOf(subject);
        return (
          <li key={subject} className={styles.item}>
            <VehicleCode code={lookup.code} />
            <span className={styles.words}>{offline ? 'Checked when the connection is back.' : 'Still checking.'}</span>
            <Button size="large" disabled={offline} loading={busy} onClick={() => onCheck(lookup)} aria-label={`Check ${lookup.code}`}>
              Check
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
