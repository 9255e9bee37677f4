import { Pagination } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedError } from '@washdesk/contracts/system/error-list';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { ErrorSearch } from './error-search.tsx';
import { useErrorListQuery, useLazyErrorListQuery } from './errors-api.ts';
import styles from './errors.module.css';

const pageSize = 20;
/** Errors read at a time for the file. */
const filePart = 100;

/** The errors of one group, newest first, each with its whole message and stack. */
export function GroupedErrors({ group, search }: { group: string; search: string }) {
  const [page, setPage] = useState(1);
  const found = { group, ...(search !== '' && { search }) };
  const { data, error, isFetching, refetch } = useErrorListQuery({ query: { ...found, page: String(page), pageSize: String(pageSize) } });
  const [read] = useLazyErrorListQuery();
  const { time } = useSiteColumns();
  const columns: Column<ListedError>[] = [time<ListedError>('Time', ({ at }) => Date.parse(at) / 1_000, { card: 'title' }), ...facts];
  return (
    <Page title="Errors" actions={<Link to={search === '' ? '.' : `?${new URLSearchParams({ search }).toString()}`}>All errors</Link>}>
      <ErrorSearch search={search} group={group} />
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <Section flush {...(data && { title: counted(data.count, 'error') })}>
          <DataTable
            label="Errors"
            rowKey="id"
            columns={columns}
            rows={data?.data}
            failed={error !== undefined}
            busy={isFetching}
            empty="No errors"
            partial
            details={detailsOf}
            file="errors"
            allRows={() =>
              everyPage(
                async (at = '1') => {
                  const { data: rows, count } = await read({ query: { ...found, page: at, pageSize: String(filePart) } }).unwrap();
                  return { rows, next_page: Number(at) * filePart < count ? String(Number(at) + 1) : null };
                },
                ({ rows }) => rows,
              )
            }
          />
          <Pagination
            className={styles.pages}
            hideOnSinglePage
            current={page}
            pageSize={pageSize}
            total={data?.count ?? 0}
            showSizeChanger={false}
            onChange={setPage}
          />
        </Section>
      )}
    </Page>
  );
}

const detailsOf = ({ message, stack }: ListedError) => <pre className={styles.stack}>{stack ?? message}</pre>;

const facts: Column<ListedError>[] = [
  {
    title: 'Message',
    dataIndex: 'message',
    wraps: true,
    card: 'plain',
    value: ({ message }) => message,
    render: (message) => <span className={styles.message}>{message}</span>,
  },
  { title: 'Path', dataIndex: 'path' },
  {
    title: 'User',
    key: 'who',
    render: (_none, row) => whoOf(row),
  },
  {
    title: 'Request ID',
    dataIndex: 'requestId',
    value: ({ requestId }) => requestId,
    render: (id) => (id === null ? '–' : <code title={id}>{id.slice(0, 8)}</code>),
  },
];

function whoOf({ who, device }: ListedError): string {
  return [who, device].filter(Boolean).join(', ') || 'Not signed in';
}
