import { Link } from 'react-router-dom';
import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import { durationOf, slowestOf, usualStepMs } from '@washdesk/rules/lane/trace-timeline';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { TracesOf } from '../../../domain/traces/traces-path.ts';
import { TraceSteps } from './trace-steps.tsx';
import { TraceTime } from './trace-time.tsx';
import { durationText, nextSteps, outcomes, placeOf, stepNames } from './trace-words.ts';
import styles from './traces.module.css';

interface TraceViewProps {
  trace: LaneTrace;
  /** Returns the URL of another search. */
  searchAt: (of: TracesOf) => string;
}

const nearbyMs = 3 * 60_000;

/** One car: its outcome and reason, and each step. */
export function TraceView({ trace, searchAt }: TraceViewProps) {
  const { site, began, lane, gate, code, customer, name, employee, outcome, reason, command, requestId } = trace;
  const { tone, words } = outcomes[outcome];
  const at = Date.parse(began);
  const nearby = { from: new Date(at - nearbyMs).toISOString(), until: new Date(at + nearbyMs).toISOString() };
  return (
    <Section title="Step by step">
      <div className={styles.head}>
        <div className={styles.subject}>
          {code === null ? <strong>Open Gate</strong> : <VehicleCode code={code} size="large" />}
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </div>
        <p className={styles.reason}>{reason ?? 'The gate opened.'}</p>
        {nextSteps[outcome] !== undefined && <p>{nextSteps[outcome]}</p>}
        <p className={styles.total}>{speedOf(trace)}</p>
      </div>
      <TraceSteps trace={trace} />
      <dl className={styles.facts}>
        <Fact name="When">
          <TraceTime time={began} site={site} />
        </Fact>
        <Fact name="Where">
          <SiteName site={site} />, {placeOf(trace)}
          {gate !== null && lane !== null && `, gate ${gate}`}
        </Fact>
        {customer !== null && (
          <Fact name="Customer">
            <CustomerLink id={customer} name={name} />
          </Fact>
        )}
        {employee !== null && <Fact name="Employee">{employee}</Fact>}
        {command !== null && (
          <Fact name="Command">
            <code className={styles.id}>{command}</code>
          </Fact>
        )}
        {requestId !== null && (
          <Fact name="Request">
            <code className={styles.id}>{requestId}</code>
          </Fact>
        )}
      </dl>
      <nav className={styles.links} aria-label="Related">
        {code !== null && <Link to={searchAt({ code })}>All of {code}</Link>}
        {lane !== null && <Link to={searchAt({ site, lane, ...nearby })}>Lane {lane}, 3 minutes before and after</Link>}
        <Link to={searchAt({ site, ...nearby })}>The site, 3 minutes before and after</Link>
      </nav>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function speedOf(trace: LaneTrace): string {
  const slowest = slowestOf(trace);
  const total = `${durationText(durationOf(trace))} in all`;
  if (slowest?.step == null || slowest.tookMs === null) return `${total}, every step in its usual time.`;
  return `${total}. ${stepNames[slowest.step]} took ${durationText(slowest.tookMs)}, usually at most ${durationText(usualStepMs[slowest.step])}.`;
}
