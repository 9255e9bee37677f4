import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { ConfiguredSite, SiteConfigurationVersion } from '@washdesk/contracts/sites/site-configuration';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { outcomeWords } from './outcome.ts';
import { TryAgainDialog } from './version-dialogs.tsx';
import styles from './configuration.module.css';

interface StateNoticeProps {
  state: Pick<ConfiguredSite, 'site' | 'name' | 'online' | 'running'>;
  newest: SiteConfigurationVersion;
  /** The last version that the site has applied. */
  applied: number | null;
}

function progressOf({ name, online, running }: StateNoticeProps['state'], version: number): { tone: Tone; words: string } {
  if (!online) return { tone: 'wait', words: `${name} is offline. Version ${version} is sent when it’s back.` };
  if (running === null) return { tone: 'wait', words: 'The agent’s release can’t be configured here yet. Update it first.' };
  const { newest } = running;
  if (newest !== null && newest > version)
    return { tone: 'stop', words: `The site ignores it, because it has already tried version ${newest}. Try it again as a new version.` };
  if (running.state === 'trial') return { tone: 'wait', words: 'The agent is trying it. This takes up to a minute.' };
  return { tone: 'wait', words: 'Waiting for the agent…' };
}

function runsNow({ running }: Pick<ConfiguredSite, 'running'>, applied: number | null): string {
  const version = running?.state === 'applied' ? running.version : applied;
  return version === null ? 'The site runs the file on its computer.' : `The site runs version ${version}.`;
}

/** What became of the newest version: it changes by itself. */
export function StateNotice({ state, newest, applied }: StateNoticeProps) {
  const { version, outcome, outcomeAt, author, reason, created, problems } = newest;
  const isFailed = outcome === 'refused' || outcome === 'rolled-back';
  const progress = outcome === 'pending' ? progressOf(state, version) : null;
  const isOver = isFailed || progress?.tone === 'stop';
  const [isRepeated, setRepeated] = useState(false);
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
              ? `The agent refused version ${version}. ${runsNow(state, applied)}`
              : `Version ${version} failed at the site. ${runsNow(state, applied)}`
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
      {isOver && (
        <div className={styles.start}>
          <Button onClick={() => setRepeated(true)}>Try Again</Button>
        </div>
      )}
      {isRepeated && <TryAgainDialog site={state.site} version={newest} onClose={() => setRepeated(false)} />}
    </div>
  );
}
