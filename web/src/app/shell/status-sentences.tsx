import { Link } from 'react-router-dom';
import { useSiteStatusQuery } from '../../domain/status/status-api.ts';
import { ToneShape } from '../../domain/status/tone-shape.tsx';
import styles from './status-sentences.module.css';

const pollMs = 60_000;

/** The status line of the site (docs/rules/company.md#status). Without an answer there is none: the app shows that it is offline. */
export function StatusSentences() {
  const { data } = useSiteStatusQuery(undefined, { pollingInterval: pollMs, skipPollingIfUnfocused: true });
  if (!data || data.works) return null;
  return (
    <p role="status" className={styles.line}>
      <ToneShape tone="wait" />
      <span>{data.sentences.join(' ')}</span>
      <Link to="/status">All Sites</Link>
    </p>
  );
}
