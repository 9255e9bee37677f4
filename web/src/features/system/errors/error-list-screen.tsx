import { Button, Popconfirm } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import type { ErrorGroup } from '@washdesk/contracts/system/error-list';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { countColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { ErrorSearch } from './error-search.tsx';
import { useClearErrorsMutation, useErrorGroupsQuery } from './errors-api.ts';
import { GroupedErrors } from './grouped-errors.tsx';
import styles from './errors.module.css';

/** /admin/errorlist: errors in browsers and on the server, by message (docs/rules/company.md#errors). */
export function ErrorListScreen() {
  const [query] = useSearchParams();
  const group = query.get('group');
  const search = query.get('search') ?? '';
  return group === null ? <Groups key={search} search={search} /> : <GroupedErrors key={group} group={group} search={search} />;
}

function Groups({ search }: { search: string }) {
  const { data, error, isFetching, refetch } = useErrorGroupsQuery({ query: search === '' ? {} : { search } });
  const [clear, cleared] = useClearErrorsMutation();
  const { time } = useSiteColumns();
  const newest = data?.groups[0]?.last;
  const clearAll = async (): Promise<void> => {
    // errors newer than the newest shown one are not cleared
    const { data: answer } = await clear({ query: newest === undefined ? {} : { until: newest } });
    if (answer) showToast(counted(answer.cleared, 'error was cleared', 'errors were cleared'));
  };
  const columns: Column<ErrorGroup>[] = [
    {
      title: 'Error',
      dataIndex: 'message',
      card: 'title',
      wraps: true,
      value: ({ message }) => message,
      render: (message, { group }) => (
        <Link className={styles.message} to={`?${new URLSearchParams({ group, ...(search !== '' && { search }) }).toString()}`}>
          {message}
        </Link>
      ),
    },
    {
      title: 'Source',
      dataIndex: 'source',
      card: 'plain',
      value: ({ source }) => sourceNames[source],
      render: (source) => <StatusBadge tone={source === 'server' ? 'stop' : 'wait'}>{sourceNames[source]}</StatusBadge>,
    },
    countColumn('Count', ({ count }) => count, { card: 'end' }),
    time<ErrorGroup>('First', ({ first }) => Date.parse(first) / 1_000),
    time<ErrorGroup>('Last', ({ last }) => Date.parse(last) / 1_000),
  ];
  return (
    <Page
      title="Error list"
      actions={
        <span className={styles.actions}>
          <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
            Refresh
          </Button>
          {search === '' && (
            <Popconfirm
              title="Clear the list of errors?"
              description="Server errors stay in the log."
              placement="bottomRight"
              okText="Clear"
              okButtonProps={{ danger: true }}
              disabled={!data?.count}
              onConfirm={() => void clearAll()}
            >
              <Button danger loading={cleared.isLoading} disabled={!data?.count}>
                Clear Errors
              </Button>
            </Popconfirm>
          )}
        </span>
      }
    >
      <ErrorSearch search={search} group={null} />
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {cleared.error && <Failure title="Couldn’t clear the list" error={cleared.error} />}
      {(data || !error) && (
        <Section flush {...(data && { title: counted(data.count, 'error') })}>
          <DataTable
            label="Errors"
            rowKey="group"
            columns={columns}
            rows={data?.groups}
            failed={error !== undefined}
            empty={search === '' ? 'No errors' : `No errors found for “${search}”`}
            file="errors"
          />
        </Section>
      )}
    </Page>
  );
}

const sourceNames: Record<ErrorGroup['source'], string> = { server: 'Server', browser: 'Browser' };
