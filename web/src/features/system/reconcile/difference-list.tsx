import type { z } from 'zod';
import type { listDifferences } from '@washdesk/contracts/system/reconcile';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { DifferenceCard } from './difference-card.tsx';
import { useDifferencesQuery } from './reconcile-api.ts';
import styles from './reconcile.module.css';

interface DifferenceListProps {
  label: string;
  query: Omit<z.input<typeof listDifferences.query>, 'page'>;
  empty: string;
}

const pageSize = 30;

/** Differences as cards, 30 per page. */
export function DifferenceList({ label, query, empty }: DifferenceListProps) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useDifferencesQuery({ query: { ...query, page: pages.cursor } });
  const failure = error && !isFetching && <Failure title="Couldn’t load differences" error={error} onRetry={() => void refetch()} />;
  if (!data) return failure || <PageSkeleton />;
  return (
    <>
      {failure}
      {data.results.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.cards} aria-label={label}>
          {data.results.map((one) => (
            <DifferenceCard key={one.id} difference={one} />
          ))}
        </ul>
      )}
      <ResultPages size={pageSize} pages={pages} next={data.next_page} busy={isFetching} />
    </>
  );
}
