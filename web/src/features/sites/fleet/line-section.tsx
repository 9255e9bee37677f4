import { Segmented } from 'antd';
import { useState } from 'react';
import { lineHours, type SiteLine } from '@washdesk/contracts/sites/fleet';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteLineQuery } from './fleet-api.ts';
import { lineChart } from './line-chart.ts';
import styles from './fleet.module.css';

type Hours = (typeof lineHours)[number];
const labels: Record<Hours, string> = { '1': '1 hour', '6': '6 hours', '24': '1 day', '168': '1 week' };
const readAgainMs = 60_000;

/** The connection of a site over time: the round trip as a line, missing leases as bars. */
export function LineSection({ site, timeZone }: { site: number; timeZone: string }) {
  const [hours, setHours] = useState<Hours>('6');
  const { data, error, refetch } = useSiteLineQuery(
    { params: { site: String(site) }, query: { hours } },
    { pollingInterval: readAgainMs, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  return (
    <Section
      title="Connection"
      actions={
        <Segmented<Hours>
          size="large"
          aria-label="Period"
          value={hours}
          onChange={setHours}
          options={lineHours.map((value) => ({ value, label: labels[value] }))}
        />
      }
    >
      {error && !data && <Failure title="Couldn’t load the connection" error={error} onRetry={() => void refetch()} />}
      {data &&
        (data.at.length < 2 ? (
          <p className={styles.muted}>No minutes yet. The chart begins after three minutes.</p>
        ) : (
          <Chart line={data} timeZone={timeZone} />
        ))}
    </Section>
  );
}

const size = { width: 800, height: 160 };

function Chart({ line, timeZone }: { line: SiteLine; timeZone: string }) {
  const { trip, missing, greatest, first, last } = lineChart(line, size);
  const time = (seconds: number): string =>
    new Date(seconds * 1_000).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const received = Math.floor(line.leasesPercent.reduce((sum, percent) => sum + percent, 0) / line.leasesPercent.length);
  const summary = `${received}% of leases received, average round trip up to ${greatest} ms`;
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <path className={styles.missing} d={missing} />
        <path className={styles.trip} d={trip} />
      </svg>
      <figcaption>
        <span>{time(first)}</span>
        <span>{summary}</span>
        <span>{time(last)}</span>
      </figcaption>
      <ul className={styles.legend}>
        <li>Average round trip, 0 to {greatest} ms</li>
        <li className={styles.missingMark}>Leases not received</li>
      </ul>
    </figure>
  );
}
