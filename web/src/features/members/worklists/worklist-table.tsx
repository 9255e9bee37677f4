import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { customerColumn, plateColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';

interface Person {
  customer: string | null;
  name: string | null;
  plate: string | null;
  site: number | null;
}

export interface WorklistProps {
  /** Null for every site. */
  site: number | null;
}

interface Page<Row> {
  rows: Row[];
  next_page: string | null;
}

export interface WorklistTableProps<Row> {
  /** Names each row. */
  rowKey: keyof Row & string;
  /** The name of the CSV file. */
  file: string;
  columns: readonly Column<Row>[];
  empty: string;
  pages: CursorPages;
  answer: {
    data?: (Page<Row> & { count: number; more: boolean }) | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Reads a page for the file. */
  readPage: (page: string | undefined) => Promise<Page<Row>>;
}

const pageSize = 50;

/** A worklist: the customer, the task and what can be done in each row, in pages. */
export function WorklistTable<Row extends Person>({ rowKey, file, columns, empty, pages, answer, readPage }: WorklistTableProps<Row>) {
  const { data, error, isFetching, refetch } = answer;
  const { site } = useSiteColumns();
  return (
    <>
      {error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(data && { title: `${data.count.toLocaleString('en-US')}${data.more ? ' and more' : ''} open` })}>
        <DataTable
          rowKey={rowKey}
          columns={[customerColumn<Row>(), plateColumn<Row>(), site<Row>(), ...columns]}
          rows={data?.rows}
          failed={error != null && !isFetching}
          busy={isFetching}
          empty={empty}
          partial={pages.previous !== null || data?.next_page != null}
          file={file}
          allRows={() => everyPage(readPage, ({ rows }) => rows)}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </>
  );
}
