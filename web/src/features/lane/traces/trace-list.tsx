import { Link } from 'react-router-dom';
import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import { durationOf, slowestOf } from '@washdesk/rules/lane/trace-timeline';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { TraceTime } from './trace-time.tsx';
import { durationText, outcomes, placeOf, stepNames } from './trace-words.ts';
import styles from './traces.module.css';

interface TraceListProps {
  traces: readonly LaneTrace[];
  open: string | undefined;
  openAt: (id: string) => string;
}

/** The cars that were found, newest first. */
export function TraceList({ traces, open, openAt }: TraceListProps) {
  return (
    <ul className={styles.list} aria-label="Cars">
      {traces.map((trace) => (
        <li key={trace.id}>
          <Link className={styles.row} to={openAt(trace.id)} aria-current={trace.id === open ? 'true' : undefined}>
            <span className={styles.where}>
              <TraceTime time={trace.began} site={trace.site} />
              <span className={styles.muted}>
                <SiteName site={trace.site} />, {placeOf(trace)}
              </span>
            </span>
            <span className={styles.who}>
              {trace.code === null ? <span>Open Gate</span> : <VehicleCode code={trace.code} />}
              {trace.name !== null && <span className={styles.name}>{trace.name}</span>}
            </span>
            <span className={styles.what}>
              <StatusBadge tone={outcomes[trace.outcome].tone}>{outcomes[trace.outcome].words}</StatusBadge>
              <span className={styles.muted}>{trace.reason ?? durationText(durationOf(trace))}</span>
              <SlowNote trace={trace} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SlowNote({ trace }: { trace: LaneTrace }) {
  const slowest = slowestOf(trace);
  if (slowest?.step == null || slowest.tookMs === null) return null;
  return (
    <span className={styles.slow}>
      {stepNames[slowest.step]} took {durationText(slowest.tookMs)}
    </span>
  );
}
