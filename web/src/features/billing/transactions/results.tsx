import { Table, type TableColumnsType } from 'antd';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';

/** Transaction searches come in pages of 30. */
const rowsPerPage = 30;

interface ResultsProps<Row> {
  title: string;
  /** The text if nothing matches. */
  none: string;
  columns: TableColumnsType<Row>;
  /** The width in pixels below which the columns would break words: a narrower screen scrolls the table, and a phone shows cards. */
  narrowest: number;
  pages: CursorPages;
  answer: {
    data?: { results: Row[]; count: number; more?: boolean; next_page: string | null } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
}

/** The results of a search, newest first, 30 per page. */
export function Results<Row extends { id: string }>({ title, none, columns, narrowest, pages, answer }: ResultsProps<Row>) {
  const { data, error, isFetching, refetch } = answer;
  const failure = error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure || <Searching />;
  if (data.results.length === 0) return <NothingFound>{none}</NothingFound>;
  const { next_page, count, more } = data;
  return (
    <Section title={`${title} (${count}${more ? ' and more' : ''})`} flush>
      {failure}
      <Table
        size="small"
        rowKey="id"
        {...rowCards(columns)}
        dataSource={data.results}
        loading={isFetching}
        pagination={false}
        scroll={{ x: narrowest }}
      />
      <ResultPages size={rowsPerPage} pages={pages} next={next_page} busy={isFetching} />
    </Section>
  );
}
