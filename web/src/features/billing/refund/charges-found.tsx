import { useEffect, useRef } from 'react';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { chargesPerPage, useSearchChargesQuery, type ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ChargesTable } from './charges-table.tsx';

interface ChargesFoundProps {
  search: ChargeSearch;
  onRefund: (charge: Charge) => void;
}

/** The matching charges, newest first, 30 per page. The first refundable one has the focus. */
export function ChargesFound({ search, onRefund }: ChargesFoundProps) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useSearchChargesQuery(
    { body: search, query: { page: pages.cursor } },
    { refetchOnMountOrArgChange: true },
  );
  const container = useRef<HTMLDivElement>(null);
  const first = data?.results[0]?.id;
  useEffect(() => {
    // a dialog that was opened before the charges came keeps the keys
    const inDialog = document.activeElement?.closest('[role="dialog"]');
    if (first !== undefined && !inDialog) container.current?.querySelector<HTMLElement>('[data-refund]')?.focus();
  }, [first]);

  const failure = error != null && !isFetching && <Failure title="Couldn’t search charges" error={error} onRetry={() => void refetch()} />;
  if (!data) return failure || <Searching />;
  if (data.results.length === 0) return <NothingFound>No Charges Found</NothingFound>;
  const { next_page, count, more } = data;
  return (
    <div ref={container}>
      {failure}
      <Section title={`Charges (${count}${more ? ' and more' : ''})`} flush>
        <ChargesTable charges={data.results} loading={isFetching} onRefund={onRefund} />
        <ResultPages size={chargesPerPage} pages={pages} next={next_page} busy={isFetching} />
      </Section>
    </div>
  );
}
