import { Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import type { CachedKeyView, CacheInfoView } from '@washdesk/contracts/system/cache';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { showToast } from '../../../lib/toasts.ts';
import {
  useCacheInfoQuery,
  useCacheKeysQuery,
  useLazyCacheKeysQuery,
  useClearCacheMutation,
  useDeleteCacheKeyMutation,
} from './cache-api.ts';
import styles from './cache.module.css';

const pageSize = 50;

/** /admin/redis: the cache's entries by key (docs/decisions/0033-cache.md). */
export function CacheScreen() {
  const [search, setSearch] = useState('');
  const info = useCacheInfoQuery();
  const [clear, cleared] = useClearCacheMutation();
  const clearAll = async (): Promise<void> => {
    const { data: answer } = await clear();
    if (answer) showToast(counted(answer.cleared, 'key cleared', 'keys cleared'));
  };
  return (
    <Page
      title="Cache keys"
      actions={
        info.data?.mayClear && (
          <Popconfirm
            title="Clear the entire cache?"
            description="Values are computed again when needed."
            placement="bottomRight"
            okText="Clear"
            okButtonProps={{ danger: true }}
            onConfirm={() => void clearAll()}
          >
            <Button danger loading={cleared.isLoading}>
              Clear all Redis Data
            </Button>
          </Popconfirm>
        )
      }
    >
      {info.error && !info.data && <Failure error={info.error} onRetry={() => void info.refetch()} />}
      {cleared.error && <Failure title="Couldn’t clear the cache" error={cleared.error} />}
      {info.data && <Info info={info.data} />}
      <Input.Search
        className={styles.search}
        size="large"
        placeholder="Part of a key"
        aria-label="Search keys"
        allowClear
        enterButton="Search"
        onSearch={(term) => setSearch(term.trim())}
      />
      <Keys key={search} search={search} />
    </Page>
  );
}

function Info({ info: { store, available, entries, bytes, version } }: { info: CacheInfoView }) {
  return (
    <p className={styles.info}>
      <StatusBadge tone={available ? 'go' : 'stop'}>{available ? 'In use' : 'Unavailable'}</StatusBadge>{' '}
      {store === 'redis' ? `Redis${version === null ? '' : ` ${version}`}, shared by all servers` : 'This server’s memory'}
      {available && `, ${counted(entries, 'key')}`}
      {bytes !== null && `, ${(bytes / 1_000_000).toFixed(1)} MB`}
      {!available && '. Values are computed again in the meantime.'}
    </p>
  );
}

function Keys({ search }: { search: string }) {
  const pages = useCursorPages();
  const query = search ? { search } : {};
  const { data, error, isFetching, refetch } = useCacheKeysQuery({ query: { ...query, page: pages.cursor } });
  const [read] = useLazyCacheKeysQuery();
  const [remove, removed] = useDeleteCacheKeyMutation();
  const take = async (key: string): Promise<void> => {
    const { data: answer } = await remove({ params: { key } });
    if (answer) showToast(`${key} deleted`);
  };
  const action: Column<CachedKeyView> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_value, { key }) => (
      <Button danger disabled={removed.isLoading} aria-label={`Delete ${key}`} onClick={() => void take(key)}>
        Delete
      </Button>
    ),
  };
  return (
    <>
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {removed.error && <Failure title="Couldn’t delete the key" error={removed.error} />}
      <Section flush>
        <DataTable
          rowKey="key"
          partial={pages.previous !== null || data?.next_page != null}
          file="cache-keys"
          allRows={() =>
            everyPage(
              (page) => read({ query: { ...query, page } }).unwrap(),
              ({ keys }) => keys,
            )
          }
          columns={[...facts, action]}
          rows={data?.keys}
          failed={error !== undefined && !isFetching}
          empty={search ? 'No keys match' : 'The cache is empty'}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </>
  );
}

const facts: Column<CachedKeyView>[] = [
  { title: 'Key', dataIndex: 'key', value: ({ key }) => key, render: (key: string) => <code className={styles.key}>{key}</code> },
  {
    title: 'Expires in',
    dataIndex: 'expiresInSeconds',
    render: (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`),
  },
];
