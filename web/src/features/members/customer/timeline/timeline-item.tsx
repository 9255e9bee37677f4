import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { TimelineEntry } from '@washdesk/contracts/members/customer-timeline';
import { Money } from '../../../../domain/money.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { ToneShape } from '../../../../domain/status/tone-shape.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import styles from './timeline.module.css';

const tones: Readonly<Partial<Record<TimelineEntry['kind'], Tone>>> = { wash: 'go', refund: 'wait', dispute: 'stop' };

interface Tab {
  hash: string;
  words: string;
}

/** The tab with the details, by the entry's link. */
const tabs: Readonly<Record<Exclude<NonNullable<TimelineEntry['link']>['kind'], 'receipt'>, Tab>> = {
  charge: { hash: 'payments', words: 'Payments' },
  note: { hash: 'notes', words: 'Notes' },
  subscription: { hash: 'subscriptions', words: 'Subscriptions' },
  signature: { hash: 'tools', words: 'Signatures' },
};

/** The tab of entries without a link. */
const tabsOfKinds: Readonly<Partial<Record<TimelineEntry['kind'], Tab>>> = {
  account: { hash: 'info', words: 'Customer Info' },
  dispute: { hash: 'disputes', words: 'Disputes' },
};

interface TimelineItemProps {
  entry: TimelineEntry;
  time: string;
  onReceipt: (id: string) => void;
}

/** One event: its time, description, reason and author, and a link to the details. */
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
      <More entry={entry} time={time} onReceipt={onReceipt} />
    </li>
  );
}

function More({ entry: { kind, link, title }, time, onReceipt }: TimelineItemProps) {
  const { search } = useLocation();
  if (link?.kind === 'receipt') {
    const { id } = link;
    return (
      id !== null && (
        <Button aria-label={`Receipt: ${title}, ${time}`} onClick={() => onReceipt(id)}>
          Receipt
        </Button>
      )
    );
  }
  const tab = link ? tabs[link.kind] : tabsOfKinds[kind];
  if (!tab) return null;
  return (
    <Link to={{ search, hash: tab.hash }} replace>
      {tab.words}
    </Link>
  );
}
