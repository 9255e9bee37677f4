import { Alert, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { overviewLine, overviewName } from '@washdesk/rules/company/overview';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { useOverviewQuery } from './overview-api.ts';
import styles from './overview.module.css';

/** What needs attention now and the figures of the month, each linked to its list (docs/rules/company.md#overview). */
export function OverviewSection() {
  const clock = useSiteClock();
  const { data, error, refetch } = useOverviewQuery({ query: {} }, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  if (error && !data) return <Failure title="Couldn’t load the overview" error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" aria-label="Loading the overview" className={styles.loading}>
        <Skeleton active title={false} paragraph={{ rows: 3, width: '100%' }} />
      </div>
    );
  }
  const lines = data.items.map((item) => overviewLine(item, (seconds) => `until ${clock.date(seconds, null)}`));
  const attention = lines.filter(({ tone }) => tone !== 'figure');
  return (
    <section aria-label="Overview">
      {attention.length === 0 && data.failed.length === 0 && <p className={styles.clear}>Nothing needs attention.</p>}
      <ul className={styles.lines}>
        {lines.map(({ kind, figure, label, detail, to, tone }) => (
          <li key={kind}>
            <Link className={`${styles.line} ${styles[tone]}`} to={to}>
              <strong>{figure}</strong> <span>{label}</span> {detail !== null && <span className={styles.detail}>{detail}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {data.failed.length > 0 && (
        <Alert type="warning" showIcon title={`Not available right now: ${data.failed.map(overviewName).join(', ')}`} />
      )}
    </section>
  );
}
