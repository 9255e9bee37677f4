import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Money } from '../../components/money.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { CallFailed } from '../../lib/call.ts';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { readReceipts, readWashes } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step } from '../step.tsx';
import { useTexts } from '../texts/texts.ts';
import { usePages } from '../use-pages.ts';
import styles from '../member.module.css';

/** Washes and receipts, newest first. */
export function History({ onBack }: Pick<StepProps, 'onBack'>) {
  const { history: texts } = useTexts();
  return (
    <Step heading={texts.heading} onBack={onBack}>
      <Washes />
      <Receipts />
    </Step>
  );
}

async function washesIn(page: string | undefined) {
  const { washes, next_page: next } = await readWashes(page);
  return { rows: washes, next };
}

async function receiptsIn(page: string | undefined) {
  const { receipts, next_page: next } = await readReceipts(page);
  return { rows: receipts, next };
}

function Washes() {
  const { history: texts } = useTexts();
  const { language } = useLanguage();
  // in the zone of the phone: a member washes where the phone is
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const pages = usePages(washesIn);
  return (
    <List title={texts.washes} empty={texts.noWashes} {...pages}>
      {pages.rows?.map(({ at, site, plate }) => (
        <li key={at}>
          <span>{time.format(new Date(at))}</span>
          <span className={styles.muted}>{plate ? `${site} · ${plate}` : site}</span>
        </li>
      ))}
    </List>
  );
}

function Receipts() {
  const { history: texts } = useTexts();
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const pages = usePages(receiptsIn);
  return (
    <List title={texts.receipts} empty={texts.noReceipts} {...pages}>
      {pages.rows?.map(({ kind, id, title, amount, created }) => (
        <li key={id}>
          <div>
            <a href={`/api/member/${kind}s/${encodeURIComponent(id)}`} target="_blank" rel="noreferrer">
              {kind === 'bill' ? texts.bill(title) : title}
            </a>
            <span className={styles.muted}>{day.format(new Date(created))}</span>
          </div>
          {amount !== null && <Money cents={amount} />}
        </li>
      ))}
    </List>
  );
}

interface ListProps {
  title: string;
  empty: string;
  rows: readonly unknown[] | null;
  hasMore: boolean;
  failure: CallFailed | null;
  busy: boolean;
  more: () => void;
  children: ReactNode;
}

function List({ title, empty, rows, hasMore, failure, busy, more, children }: ListProps) {
  const { history: texts, loading, working } = useTexts();
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      <Failed failure={failure} />
      {rows === null && failure === null && <Skeleton label={loading} heights={[320]} />}
      {rows?.length === 0 && <p className={styles.muted}>{empty}</p>}
      {rows !== null && rows.length > 0 && <ul className="card">{children}</ul>}
      {hasMore && (
        <Button kind="plain" busy={busy && working} onClick={more}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}
