import { Link } from 'react-router-dom';
import styles from './metrics.module.css';

/** A metric with its name, its meaning, and a link to its members. */
export interface Figure {
  label: string;
  means?: string;
  value: string;
  to: string;
  /** Whether it is subtracted, or the result of the others. */
  kind?: 'less' | 'sum';
}

/** The figures of the chosen month, with their meaning. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, means, value, to, kind }) => (
        <div key={label} className={kind === 'sum' ? styles.sum : undefined}>
          <dt>
            {label}
            {means !== undefined && <span className={styles.means}>{means}</span>}
          </dt>
          <dd>
            <MetricLink label={label} value={kind === 'less' ? `−${value}` : value} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A metric that links to its list; `label` is the link's accessible name. */
export const MetricLink = ({ label, value, to }: { label: string; value: string; to: string }) => (
  <Link className={styles.metric} to={to} aria-label={`${label}: ${value}`}>
    {value}
  </Link>
);
