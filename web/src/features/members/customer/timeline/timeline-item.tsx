import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { TimelineEntry } from '@washdesk/contracts/members/customer-timeline';
import { Money } from '../../../../domain/money.tsx';
import { SiteName } from '../../../../domain/sites/site-name.tsx';
import { ToneShape } from '../../../../domain/status/tone-shape.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import styles from './timeline.module.css';

const tones: Readonly<Partial<Record<TimelineEntry['kind'], Tone>>> = { wash: 'go', refund: 'wait', dispute: 'stop' };

/** The tab with the details, by the entry's link. */
const tabs: Readonly<Record<Exclude<NonNullable<TimelineEntry['link']>['kind'], 'receipt'>, string>> = {
  charge: 'payments',
  note: 'notes',
  subscription: 'subscriptions',
  signature: 'tools',
};

/** The tab of entries without a link. */
const tabsOfKinds: Readonly<Partial<Record<TimelineEntry['kind'], string>>> = {
  account: 'info',
  dispute: 'disputes',
};

interface TimelineItemProps {
  entry: TimelineEntry;
  time: string;
  onReceipt: (id: string) => void;
}

/** One event on two lines: what happened, which leads to the details, then before and after, the reason, the site and the author. */
export function TimelineItem({ entry, time, onReceipt }: TimelineItemProps) {
  const { at, kind, title, detail, amount, by, site, changes = [] } = entry;
  return (
    <li className={styles.entry}>
      <span className={`${styles.shape} ${styles[tones[kind] ?? 'neutral']}`}>
        <ToneShape tone={tones[kind] ?? 'neutral'} />
      </span>
      <div className={styles.words}>
        <span className={styles.title}>
          <Title entry={entry} time={time} onReceipt={onReceipt}>
            {title}
          </Title>{' '}
          {amount !== null && <Money cents={amount} />}
        </span>
        {changes.map(({ what, before, after }) => (
          <span key={what} className={styles.change}>
            {what}: {before ?? 'none'} → <b>{after ?? 'none'}</b>
          </span>
        ))}
        {detail !== null && detail !== '' && <p className={styles.detail}>{detail}</p>}
        <span className={styles.by}>
          {site !== null && (
            <span>
              <SiteName site={site} />
            </span>
          )}
          {by !== null && by !== '' && <span>{by}</span>}
        </span>
      </div>
      <time className={styles.time} dateTime={at}>
        {time}
      </time>
    </li>
  );
}

/** The event's title, as a link to its details. */
function Title({ entry: { kind, link, title }, time, onReceipt, children }: TimelineItemProps & { children: ReactNode }) {
  const { search } = useLocation();
  if (link?.kind === 'receipt') {
    const { id } = link;
    if (id === null) return children;
    return (
      <button type="button" className={styles.open} aria-label={`Receipt: ${title}, ${time}`} onClick={() => onReceipt(id)}>
        {children}
      </button>
    );
  }
  const tab = link ? tabs[link.kind] : tabsOfKinds[kind];
  if (!tab) return children;
  return (
    <Link to={{ search, hash: tab }} replace>
      {children}
    </Link>
  );
}
