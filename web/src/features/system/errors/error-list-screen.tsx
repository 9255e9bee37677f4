import { Button, Popconfirm, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import type { ListedError } from '@washdesk/contracts/system/error-list';
import { counted } from '@washdesk/rules/text/counts';
import { emptyText } from '../../../components/data/empty-text.ts';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useClearErrorsMutation, useErrorListQuery } from './errors-api.ts';
import styles from './errors.module.css';

const pageSize = 20;

/** Errors in browsers and on the server (docs/rules/company.md#errors). */
export function ErrorListScreen() {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useErrorListQuery({ query: { page: String(page), pageSize: String(pageSize) } });
  const [clear, cleared] = useClearErrorsMutation();
  // errors newer than the newest shown one are not cleared
  const until = page === 1 ? data?.data[0]?.at : undefined;
  const clearAll = async (): Promise<void> => {
    const { data: answer } = await clear({ query: until === undefined ? {} : { until } });
    if (answer) showToast(counted(answer.cleared, 'error was cleared', 'errors were cleared'));
    setPage(1);
  };
  return (
    <Page
      title="Error list"
      actions={
        <span className={styles.actions}>
          <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
            Refresh
          </Button>
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
        </span>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {cleared.error && <Failure title="Couldn’t clear the list" error={cleared.error} />}
      <Section flush>
        <Table
          rowKey="id"
          size="middle"
          {...rowCards(facts)}
          dataSource={data?.data ?? []}
          loading={isFetching && !data}
          expandable={{
            columnTitle: 'More',
            rowExpandable: ({ stack }) => stack !== null,
            expandedRowRender: stackOf,
          }}
          pagination={{
            hideOnSinglePage: true,
            current: page,
            pageSize,
            total: data?.count ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
          scroll={{ x: 'max-content' }}
          locale={emptyText(data, 'No errors')}
        />
      </Section>
    </Page>
  );
}

const stackOf = ({ stack }: ListedError) => <pre className={styles.stack}>{stack}</pre>;

const facts: TableColumnsType<ListedError> = [
  { title: 'When', dataIndex: 'at', render: (at: string) => <SiteTime seconds={Date.parse(at) / 1_000} site={null} /> },
  {
    title: 'Where',
    dataIndex: 'source',
    render: (source: ListedError['source']) => (
      <StatusBadge tone={source === 'server' ? 'stop' : 'wait'}>{source === 'server' ? 'Server' : 'Browser'}</StatusBadge>
    ),
  },
  { title: 'What', dataIndex: 'message', render: (message: string) => <span className={styles.agent}>{message}</span> },
  {
    title: 'Path',
    dataIndex: 'path',
    render: (path: string | null) => (path === null ? '–' : <code className={styles.muted}>{path}</code>),
  },
  { title: 'Who', key: 'who', render: (_value, { who, device }) => [who, device].filter(Boolean).join(', ') || 'Not signed in' },
  {
    title: 'In the log',
    dataIndex: 'requestId',
    render: (id: string | null) => (id === null ? '–' : <code className={styles.muted}>{id.slice(0, 8)}</code>),
  },
];
