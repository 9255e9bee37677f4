import { Alert } from 'antd';
import type { ConfiguredSite, SiteConfigurationVersion } from '@washdesk/contracts/sites/site-configuration';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { outcomeWords } from './outcome.ts';
import styles from './configuration.module.css';

interface StateNoticeProps {
  state: Pick<ConfiguredSite, 'name' | 'online' | 'running'>;
  newest: SiteConfigurationVersion;
  /** The last version that the site has applied. */
  applied: number | null;
}

function progressOf({ name, online, running }: StateNoticeProps['state'], version: number): { tone: Tone; words: string } {
  if (!online) return { tone: 'wait', words: `${name} is offline. Version ${version} is sent when it’s back.` };
  if (running === null) return { tone: 'wait', words: 'The agent’s release can’t be configured here yet. Update it first.' };
  if (running.state === 'trial') return { tone: 'wait', words: 'The agent is trying it. This takes up to a minute.' };
  return { tone: 'wait', words: 'Waiting for the agent…' };
}

const runsNow = (applied: number | null): string =>
  applied === null ? 'The site runs the file on its computer.' : `The site runs version ${applied}.`;

/** What became of the newest version: it changes by itself. */
export function StateNotice({ state, newest, applied }: StateNoticeProps) {
  const { version, outcome, outcomeAt, author, reason, created, problems } = newest;
  const isFailed = outcome === 'refused' || outcome === 'rolled-back';
  const progress = outcome === 'pending' ? progressOf(state, version) : null;
  return (
    <div role="status" className={styles.state}>
      <p className={styles.stateLine}>
        <strong>Version {version}</strong>
        <StatusBadge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].words}</StatusBadge>
        {outcomeAt && <RelativeTime time={outcomeAt} />}
        {progress && <span>{progress.words}</span>}
      </p>
      <p className={styles.hint}>
        Saved by {author} <RelativeTime time={created} />: {reason}
      </p>
      {isFailed && (
        <Alert
          type="error"
          showIcon
          title={
            outcome === 'refused'
              ? `The agent refused version ${version}. ${runsNow(applied)}`
              : `Version ${version} failed at the site. ${runsNow(applied)}`
          }
          description={
            <ul className={styles.problems}>
              {problems.map(({ path, sentence }) => (
                <li key={`${path} ${sentence}`}>{sentence}</li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  );
}
