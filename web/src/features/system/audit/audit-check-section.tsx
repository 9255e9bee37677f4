import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { AuditCheck } from '@washdesk/contracts/system/audit';
import { counted, grouped } from '@washdesk/rules/text/counts';
import { DetailsList } from '../../../components/data/details-list.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useAuditCheckQuery, useStartAuditCheckMutation } from './audit-api.ts';
import styles from './audit.module.css';

const checkAgainMs = 2_000;

/** Whether the audit is unchanged, with a check that runs in the background (docs/decisions/0024-sealed-audit.md). */
export function AuditCheckSection() {
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useAuditCheckQuery(undefined, { pollingInterval: isAsking ? checkAgainMs : 0 });
  const [start, started] = useStartAuditCheckMutation();
  // the answer to the start may be newer than the last read
  const asked = started.data && (data?.last?.asked ?? '') < started.data.asked ? started.data : null;
  const current = data?.current ?? asked;
  const isRunning = current !== null;
  if (isRunning !== isAsking) setAsking(isRunning);
  return (
    <Section
      title="Seal"
      actions={
        <Button disabled={isRunning || !data} loading={started.isLoading} onClick={() => void start()}>
          Check Now
        </Button>
      }
    >
      <div aria-live="polite" className={styles.check}>
        {error && !data && <Failure title="Couldn’t load the last check" error={error} onRetry={() => void refetch()} />}
        {started.error && <Failure title="Couldn’t start the check" error={started.error} />}
        {current && (
          <p role="status">
            {current.state === 'waiting' ? 'Starting the check.' : `Checking: ${grouped(current.sealed)} changes so far.`} It continues if
            you leave this page.
          </p>
        )}
        {data?.last && <Verdict check={data.last} />}
        {data && !data.last && !current && <p>The audit log hasn’t been checked yet.</p>}
      </div>
    </Section>
  );
}

function Verdict({ check: { ended, askedBy, askedByName, sealed, head, faults, faultCount } }: { check: AuditCheck }) {
  const isGood = faultCount === 0;
  return (
    <>
      <Alert
        type={isGood ? 'success' : 'error'}
        showIcon
        title={
          isGood
            ? `The audit log is intact: ${grouped(sealed)} changes checked`
            : `The audit log was altered: ${counted(faultCount, 'fault')}`
        }
      />
      {!isGood && (
        <ul className={styles.faults}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faultCount > faults.length && <li>And {grouped(faultCount - faults.length)} more. npm run audit:verify lists them all.</li>}
        </ul>
      )}
      <p className={styles.muted}>
        Checked {ended !== null && <SiteTime seconds={Date.parse(ended) / 1_000} site={null} />} by {askedByName ?? askedBy}
      </p>
      {head !== null && <DetailsList facts={[['Last seal', head]]} />}
    </>
  );
}
