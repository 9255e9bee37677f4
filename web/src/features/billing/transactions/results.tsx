import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';

/** Transaction searches come in pages of 30. */
const rowsPerPage = 30;

interface ResultsProps<Row> {
  title: string;
  /** The text if nothing matches. */
  none: string;
  columns: readonly Column<Row>[];
  pages: CursorPages;
  answer: {
    data?: { results: Row[]; count: number; more?: boolean; next_page: string | null } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Reads a page for the file. */
  readPage: (page: string | undefined) => Promise<{ results: Row[]; next_page: string | null }>;
}

/** The results of a search, newest first, 30 per page. */
export function Results<Row extends { id: string }>({ title, none, columns, pages, answer, readPage }: ResultsProps<Row>) {
  const { data, error, isFetching, refetch } = answer;
  const failure = error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure || <Searching />;
  if (data.results.length === 0) return <NothingFound>{none}</NothingFound>;
  const { next_page, count, more } = data;
  return (
    <Section title={`${title} (${count}${more ? ' and more' : ''})`} flush>
      {failure}
      <DataTable
        rowKey="id"
        columns={columns}
        rows={data.results}
        busy={isFetching}
        empty={none}
        partial={pages.previous !== null || next_page !== null}
        file={title.toLowerCase()}
        allRows={() => everyPage(readPage, ({ results }) => results)}
      />
      <ResultPages size={rowsPerPage} pages={pages} next={next_page} busy={isFetching} />
    </Section>
  );
}
