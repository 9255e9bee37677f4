import type { TimelineEntry } from '@washdesk/contracts/members/customer-timeline';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { Money } from '../../../../domain/money.tsx';
import { SiteName } from '../../../../domain/site-name.tsx';
import { ToneShape } from '../../../../domain/tone-shape.tsx';
import type { Tone } from '../../../../domain/tone.ts';
import styles from './timeline.module.css';

const tones: Readonly<Partial<Record<TimelineEntry['kind'], Tone>>> = { wash: 'go', refund: 'wait', dispute: 'stop' };

/** The tab on which more is shown. */
const tabs = {
  charge: { hash: 'payments', words: 'Payments' },
  note: { hash: 'notes', words: 'Notes' },
  subscription: { hash: 'subscriptions', words: 'Subscriptions' },
} as const;

interface TimelineItemProps {
  entry: TimelineEntry;
  /** The time of day at the site. */
  time: string;
  onReceipt: (id: string) => void;
}

/** One thing that happened: when, what, why, by whom, and the way to more. */
export function TimelineItem({ entry, time, onReceipt }: TimelineItemProps) {
  const { at, kind, title, detail, amount, by, site } = entry;
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at}>
        {time}
      </time>
      <span className={`${styles.shape} ${styles[tones[kind] ?? 'neutral']}`}>
        <ToneShape tone={tones[kind] ?? 'neutral'} />
      </span>
      <div className={styles.words}>
        <span className={styles.title}>
          {title} {amount !== null && <Money cents={amount} />}
        </span>
        {detail !== null && detail !== '' && <p className={styles.detail}>{detail}</p>}
        {site !== null && (
          <span className={styles.by}>
            <SiteName site={site} />
          </span>
        )}
        {by !== null && by !== '' && <span className={styles.by}>By {by}</span>}
      </div>
      <More link={entry.link} onReceipt={onReceipt} />
    </li>
  );
}

function More({ link, onReceipt }: { link: TimelineEntry['link']; onReceipt: (id: string) => void }) {
  const { search } = useLocation();
  if (link === null || link.kind === 'signature') return null;
  const { kind, id } = link;
  if (kind === 'receipt')
    return (
      id !== null && (
        <Button size="small" onClick={() => onReceipt(id)}>
          Receipt
        </Button>
      )
    );
  return (
    <Link to={{ search, hash: tabs[kind].hash }} replace>
      {tabs[kind].words}
    </Link>
  );
}
