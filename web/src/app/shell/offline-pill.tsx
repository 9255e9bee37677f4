import { useOffline } from '../../lib/connection.ts';
import styles from './offline-pill.module.css';

/** Says on every screen that the connection is lost, and what still works. It goes away by itself. */
export function OfflinePill() {
  const offline = useOffline();
  return (
    <p role="alert" className={styles.offline} hidden={!offline}>
      {offline && (
        <>
          <b className={styles.pill}>Offline</b>
          <span>Codes you scan at Redeem are kept and checked when the connection is back. Payments, gates and changes wait.</span>
        </>
      )}
    </p>
  );
}
