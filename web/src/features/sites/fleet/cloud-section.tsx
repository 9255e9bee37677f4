import { Link } from 'react-router-dom';
import { counted } from '@washdesk/rules/text/counts';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useCloudHealthQuery } from './fleet-api.ts';
import styles from './fleet.module.css';

const pollMs = 10_000;

/** What is wrong with the cloud, each with the next step (docs/rules/company.md#faults-of-the-cloud). */
export function CloudSection() {
  const { data, error } = useCloudHealthQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true });
  if (!data) return error ? <p className={styles.muted}>Couldn’t load the state of the cloud. It is loaded again in a moment.</p> : null;
  const { faults, servers } = data;
  const level = faults[0]?.level ?? 'go';
  return (
    <section className={`${styles.card} ${styles[level]} ${styles.cloud}`} aria-label="Cloud">
      <div className={styles.head}>
        <h2 className={styles.cloudName}>Cloud</h2>
        <StatusBadge tone={level}>{faults.length === 0 ? 'Works' : counted(faults.length, 'fault')}</StatusBadge>
      </div>
      {faults.length > 0 && (
        <ul className={styles.causes}>
          {faults.map((fault) => (
            <li key={fault.code} className={styles[fault.level]}>
              <ToneShape tone={fault.level} />
              <span>
                {fault.sentence}
                {fault.since !== null && (
                  <small className={styles.muted}>
                    {' '}
                    <RelativeTime time={fault.since} />
                  </small>
                )}
                <span className={styles.step}>{fault.step}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.muted}>
        {servers.length === 0 ? 'No server has measured yet' : `${counted(servers.length, 'server')} measured`}.{' '}
        <Link to="/admin/alerts">Alerts</Link>
      </p>
    </section>
  );
}
