import { Button } from 'antd';
import { useState } from 'react';
import type { TimelineEntry } from '@washdesk/contracts/members/customer-timeline';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { ReceiptDialog } from '../../../../domain/receipt-printing/receipt-dialog.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { useCustomerTimelineQuery } from '../customer-screen-api.ts';
import { TimelineItem } from './timeline-item.tsx';
import styles from './timeline.module.css';

/**
 * Pages of entries; `kinds` is a comma-separated list, all kinds if empty, `text` the words of a search. Give the component a key so that another choice starts at its
 * first page.
 */
export function TimelinePages({ id, kinds, text = '' }: { id: string; kinds: string; text?: string }) {
  const pages = useCursorPages();
  const answer = useCustomerTimelineQuery(
    { params: { id }, query: { page: pages.cursor, ...(kinds !== '' && { kinds }), ...(text !== '' && { text }) } },
    { refetchOnMountOrArgChange: true },
  );
  const [receipt, setReceipt] = useState<string | null>(null);
  return (
    <div className={styles.pages}>
      <Loaded what="the timeline" failed="Couldn’t load the timeline" answer={answer}>
        {({ entries, next_page: next }) => (
          <>
            {entries.length === 0 ? <NothingFound>Nothing Found</NothingFound> : <Days entries={entries} onReceipt={setReceipt} />}
            {(next !== null || pages.previous) && (
              <nav className={styles.turn} aria-label="Pages of the timeline">
                <Button disabled={!pages.previous || answer.isFetching} onClick={() => pages.previous?.()}>
                  Newer
                </Button>
                <Button disabled={next === null || answer.isFetching} onClick={() => next !== null && pages.next(next)}>
                  Older
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
      {receipt !== null && <ReceiptDialog id={receipt} onClose={() => setReceipt(null)} />}
    </div>
  );
}

/** The entries grouped by date at their site. */
function Days({ entries, onReceipt }: { entries: readonly TimelineEntry[]; onReceipt: (id: string) => void }) {
  const clock = useSiteClock();
  const days: { date: string; first: string; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const date = clock.date(Date.parse(entry.at) / 1_000, entry.site);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, first: entry.id, entries: [entry] });
  }
  return days.map(({ date, first, entries: ofDay }) => (
    <section key={first} aria-label={date}>
      <h3 className={styles.day}>{date}</h3>
      <ul className={styles.entries}>
        {ofDay.map((entry) => (
          <TimelineItem key={entry.id} entry={entry} time={clock.time(Date.parse(entry.at) / 1_000, entry.site)} onReceipt={onReceipt} />
        ))}
      </ul>
    </section>
  ));
}
