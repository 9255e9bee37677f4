import { Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import type { ListedSession } from '@washdesk/contracts/access/session-list';
import { highestRole } from '@washdesk/rules/company/roles';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useRevokeSessionMutation, useEndSessionsMutation, useLazySessionsQuery, useSessionsQuery } from './sessions-api.ts';
import styles from './sessions.module.css';

const pageSize = 50;

/** The active sessions, with a button to end each (docs/rules/access.md#sessions). */
export function SessionsScreen() {
  const [search, setSearch] = useState('');
  return (
    <Page title="Sessions">
      <Input.Search
        className={styles.search}
        size="large"
        placeholder="Name, number or client ID"
        aria-label="Search sessions"
        allowClear
        enterButton="Search"
        onSearch={(term) => setSearch(term.trim())}
      />
      <SessionPages key={search} search={search} />
    </Page>
  );
}

function SessionPages({ search }: { search: string }) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useSessionsQuery({ query: { ...(search && { search }), page: pages.cursor } });
  const [read] = useLazySessionsQuery();
  const facts = useFacts();
  const [end, ended] = useRevokeSessionMutation();
  const [endAll, allEnded] = useEndSessionsMutation();
  const busy = ended.isLoading || allEnded.isLoading;
  const endOne = async ({ id, realname }: ListedSession): Promise<void> => {
    const { data: answer } = await end({ params: { id }, query: {} });
    if (answer) showToast(`${realname} was signed out of that session`);
  };
  const endEvery = async ({ employee, realname }: ListedSession): Promise<void> => {
    if (employee === null) return;
    const { data: answer } = await endAll({ body: { employee } });
    if (answer) showToast(`${realname} was signed out everywhere (${answer.ended})`);
  };
  return (
    <>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {ended.error && <Failure title="Couldn’t sign out" error={ended.error} />}
      {allEnded.error && <Failure title="Couldn’t sign out" error={allEnded.error} />}
      <Section flush {...(data && { title: `${data.count}${data.more ? ' and more' : ''} signed in` })}>
        <DataTable
          rowKey="id"
          columns={[...facts, actionsOf({ busy, onEnd: (one) => void endOne(one), onEndAll: (one) => void endEvery(one) })]}
          rows={data?.sessions}
          partial={pages.previous !== null || data?.next_page != null}
          failed={error !== undefined && !isFetching}
          empty={search ? 'No matching sessions' : 'No sessions'}
          file="sessions"
          allRows={() =>
            everyPage(
              (page) => read({ query: { ...(search && { search }), page } }).unwrap(),
              ({ sessions }) => sessions,
            )
          }
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </>
  );
}

const roleOf = ({ roles, kind }: ListedSession): string => (kind === 'service' ? 'Program' : highestRole(roles));
const siteOf = ({ site }: ListedSession): number | null => site;

function useFacts(): Column<ListedSession>[] {
  const { time } = useSiteColumns();
  const nameOf = useSiteNames();
  const whereOf = ({ device, site, terminal }: ListedSession): string =>
    site === null ? (device ?? 'No site') : [nameOf(site), device ?? terminal].filter(Boolean).join(', ');
  return [
    {
      title: 'Name',
      dataIndex: 'realname',
      text: ({ realname, user_id: id }) => `${realname} ${id}`,
      render: (name: string, { user_id: id, own }) => (
        <span>
          {name} <span className={styles.muted}>{id}</span> {own && <StatusBadge tone="go">You</StatusBadge>}
        </span>
      ),
    },
    { title: 'Role', key: 'role', render: (_value, session) => roleOf(session) },
    { title: 'Where', key: 'where', render: (_value, session) => whereOf(session) },
    time('Last used', ({ lastUsed }) => Date.parse(lastUsed) / 1_000, { siteOf }),
    time('Ends', ({ expiredDate }) => Date.parse(expiredDate) / 1_000, { siteOf }),
    {
      title: 'Token',
      dataIndex: 'id',
      text: ({ id }) => id.slice(-12),
      render: (id: string) => <code className={styles.muted}>{id.slice(-12)}</code>,
    },
  ];
}

interface SessionActions {
  busy: boolean;
  onEnd: (session: ListedSession) => void;
  onEndAll: (session: ListedSession) => void;
}

/** The current session has no button; Log Out ends it. */
const actionsOf = ({ busy, onEnd, onEndAll }: SessionActions): Column<ListedSession> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_value, session) =>
    session.own ? null : (
      <span className={styles.actions}>
        <Button disabled={busy} aria-label={`End this session of ${session.realname}`} onClick={() => onEnd(session)}>
          End
        </Button>
        {session.employee !== null && (
          <Popconfirm
            title={`Sign ${session.realname} out everywhere?`}
            description="Work in progress resumes at the next sign-in."
            placement="bottomRight"
            classNames={{ root: styles.question }}
            okText="Sign Out Everywhere"
            okButtonProps={{ danger: true }}
            onConfirm={() => onEndAll(session)}
          >
            <Button danger disabled={busy} aria-label={`End all sessions of ${session.realname}`}>
              End All
            </Button>
          </Popconfirm>
        )}
      </span>
    ),
});
