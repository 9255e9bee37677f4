import { Button } from 'antd';
import type { SiteAgent } from '@washdesk/contracts/access/site-agent';
import { CopyField } from '../../../components/input/copy-field.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { RefusedCodes } from './refused-codes.tsx';
import { useSiteAgentsQuery } from './site-agents-api.ts';
import styles from './site-agents.module.css';

interface EnrollStepsProps {
  code: string;
  /** ISO 8601. */
  expires: string;
  download: string | null;
  /** The agent when the code was created. */
  before: SiteAgent;
  /** The last refused attempt by then. */
  lastRefused: string | null;
  onDone: () => void;
}

const pollMs = 3_000;

/** The code in large letters, the three steps at the site's computer, and how far it has come. */
export function EnrollSteps({ code, expires, download, before, lastRefused, onDone }: EnrollStepsProps) {
  const { data } = useSiteAgentsQuery(undefined, { pollingInterval: pollMs });
  const agent = data?.agents.find(({ site }) => site === before.site) ?? before;
  const isEnrolled = agent.certificate !== null && agent.certificate.issued !== before.certificate?.issued;
  const refused = data?.refused.filter(({ at }) => lastRefused === null || at > lastRefused) ?? [];
  return (
    <>
      <output className={styles.code} aria-label={`Enrollment code ${code.split('').join(' ')}`}>
        {code}
      </output>
      <p className={styles.centered}>
        Works once, until <SiteTime seconds={Date.parse(expires) / 1_000} site={null} />, and <strong>won’t be shown again</strong>
      </p>
      <ol className={styles.steps}>
        <li>
          Install the agent on the site’s computer.{' '}
          {download && (
            <a href={download} target="_blank" rel="noreferrer">
              Download the installer
            </a>
          )}
        </li>
        <li>
          On Windows, enter the address <strong>{window.location.origin}</strong> and the code in the installer. On Debian, run:
          <CopyField
            label="Command"
            text={`sudo washdesk-agent enroll ${window.location.origin} ${code} && sudo systemctl restart washdesk-agent`}
          />
        </li>
        <li>Wait until the site is online.</li>
      </ol>
      <p role="status" className={styles.status}>
        {!isEnrolled && <StatusBadge tone="neutral">Waiting for the agent…</StatusBadge>}
        {isEnrolled && !agent.online && (
          <StatusBadge tone="neutral">{`${agent.certificate?.host} is enrolled and connecting…`}</StatusBadge>
        )}
        {isEnrolled && agent.online && <StatusBadge tone="go">{`${agent.certificate?.host} is online`}</StatusBadge>}
      </p>
      {!isEnrolled && <RefusedCodes refused={refused} agents={data?.agents ?? []} />}
      <Button type={isEnrolled ? 'primary' : 'default'} size="large" block onClick={onDone}>
        Done
      </Button>
    </>
  );
}
