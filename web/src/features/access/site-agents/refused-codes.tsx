import { Alert } from 'antd';
import type { RefusedCode, SiteAgent } from '@washdesk/contracts/access/site-agent';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import styles from './site-agents.module.css';

interface RefusedCodesProps {
  refused: readonly RefusedCode[];
  agents: readonly SiteAgent[];
}

const triedBy = ({ site, reason }: RefusedCode, agents: readonly SiteAgent[]): string => {
  const name = agents.find((agent) => agent.site === site)?.name;
  if (reason === 'unknown' || name === undefined) return 'tried an unknown code';
  return reason === 'used' ? `tried a code of ${name} that was already used` : `tried a code of ${name} that has expired`;
};

/** The computers whose codes were refused. */
export function RefusedCodes({ refused, agents }: RefusedCodesProps) {
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title="Refused codes of the last day"
      description={
        <ul className={styles.refused}>
          {refused.map((one) => (
            <li key={`${one.at} ${one.host} ${one.reason}`}>
              <strong>{one.host}</strong> {triedBy(one, agents)} <RelativeTime time={one.at} />
            </li>
          ))}
        </ul>
      }
    />
  );
}
