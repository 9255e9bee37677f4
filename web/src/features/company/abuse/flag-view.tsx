import { Button } from 'antd';
import { useState } from 'react';
import type { AbuseFlag } from '@washdesk/contracts/company/abuse';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { tracesPath } from '../../../domain/traces/traces-path.ts';
import { customerPath } from '../../../lib/paths.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { useAbuseFlagQuery } from './abuse-api.ts';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { EvidenceTable } from './evidence-table.tsx';
import { kindOf, personOf, strengthOf, toneOf } from './flag-words.ts';
import styles from './abuse.module.css';

/** A flag with its evidence, to dismiss or to confirm. */
export function FlagView({ id }: { id: string }) {
  const answer = useAbuseFlagQuery({ params: { id } });
  return (
    <Loaded what="the flag" answer={answer}>
      {({ flag, evidence }) => (
        <Section
          title={personOf(flag)}
          actions={
            <span className={styles.links}>
              {flag.customer !== null && <LinkButton to={customerPath(flag.customer)}>Open Customer</LinkButton>}
              {flag.customer !== null && <LinkButton to={tracesPath({ customer: flag.customer })}>Lane Reads</LinkButton>}
            </span>
          }
        >
          <div className={styles.head}>
            <span className={styles.top}>
              <span className={styles.kind}>{kindOf(flag)}</span>
              <StatusBadge tone={toneOf(flag)}>{strengthOf(flag)}</StatusBadge>
            </span>
            <p className={styles.sentence}>{flag.sentence}</p>
            <Decided flag={flag} />
            {flag.state === 'open' && <Decisions flag={flag} />}
          </div>
          <EvidenceTable kind={flag.kind} evidence={evidence} />
        </Section>
      )}
    </Loaded>
  );
}

function Decided({ flag: { state, decision } }: { flag: AbuseFlag }) {
  const { date } = useSiteClock();
  if (decision === null) return null;
  const { by, reason, at } = decision;
  const what = decision.decision === 'dismissed' ? 'Dismissed' : 'Confirmed';
  return (
    <p className={styles.muted}>
      {what} by {by} on {date(Date.parse(at) / 1_000, null)}: “{reason}”{state === 'open' && '. Reopened by new evidence.'}
    </p>
  );
}

function Decisions({ flag }: { flag: AbuseFlag }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const isAdmin = useAtLeast('Admin');
  if (flag.seller !== null && !isAdmin) return <p className={styles.muted}>An Admin decides about an employee.</p>;
  return (
    <div className={styles.links}>
      <Button size="large" onClick={() => setDecision('dismissed')}>
        Dismiss
      </Button>
      <Button size="large" danger onClick={() => setDecision('confirmed')}>
        Confirm Abuse
      </Button>
      {decision !== null && <DecideDialog flag={flag} decision={decision} onClose={() => setDecision(null)} />}
    </div>
  );
}
