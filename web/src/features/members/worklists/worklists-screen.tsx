import { Button, Select } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DisputeToAnswer, IncompleteRow, OnlineSignUpRow, PastDueRow } from '@washdesk/contracts/members/worklist';
import { formatPhone, toE164 } from '@washdesk/rules/customers/phones';
import type { Column } from '../../../components/data/columns.ts';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { CollectDialog } from '../../../domain/collect/collect-dialog.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerPath, paths } from '../../../lib/paths.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { OpenJobs } from './open-jobs.tsx';
import { usePaymentLink } from './use-payment-link.tsx';
import { WorklistTable, type WorklistProps } from './worklist-table.tsx';
import {
  useDisputeListQuery,
  useIncompleteListQuery,
  useLazyDisputeListQuery,
  useLazyIncompleteListQuery,
  useLazyOnlineSignUpListQuery,
  useLazyPastDueListQuery,
  useOnlineSignUpListQuery,
  usePastDueListQuery,
  worklistQuery,
} from './worklists-api.ts';
import styles from './worklists.module.css';

const everySite = 0;
const forEverybody = { online: 'Online sign-ups' } as const;
const forManagers = { pastdue: 'Payment due', incomplete: 'Unfinished sign-ups', ...forEverybody, jobs: 'Open jobs' } as const;
const forSupport = {
  pastdue: forManagers.pastdue,
  incomplete: forManagers.incomplete,
  ...forEverybody,
  disputes: 'Disputes',
  jobs: forManagers.jobs,
} as const;
type ListName = keyof typeof forSupport;

/** /office/worklists: tasks over all customers (docs/rules/members.md#worklists). */
export function WorklistsScreen() {
  const isManager = useAtLeast('SalesManager');
  const isSupport = useAtLeast('SupportCenter');
  const modes: Partial<Record<ListName, string>> = isSupport ? forSupport : isManager ? forManagers : forEverybody;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: places } = useLocationsQuery();
  const [chosen, setChosen] = useState(everySite);
  const names = Object.keys(modes) as ListName[];
  const active = names.find((name) => `#${name}` === hash) ?? names[0] ?? 'online';
  const sites = places?.locations.map(({ display_name: label, metadata }) => ({ value: Number(metadata.site), label })) ?? [];
  const site = chosen === everySite ? null : chosen;
  const List = { pastdue: PastDue, incomplete: Incomplete, online: OnlineSignUps, disputes: Disputes, jobs: OpenJobs }[active];
  return (
    <Page title="Worklists">
      <Field label="Site">
        {(control) => (
          <Select
            {...control}
            size="large"
            style={{ maxWidth: 320 }}
            value={chosen}
            options={[{ value: everySite, label: 'All sites' }, ...sites]}
            onChange={setChosen}
          />
        )}
      </Field>
      <ModeTabs
        look="line"
        label="Worklists"
        modes={modes as Record<ListName, string>}
        active={active}
        onChange={(name) => void navigate({ hash: name }, { replace: true })}
      >
        <List key={`${active} ${chosen}`} site={site} />
      </ModeTabs>
    </Page>
  );
}

function PastDue({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = usePastDueListQuery(worklistQuery(site, pages.cursor));
  const [read] = useLazyPastDueListQuery();
  const { time } = useSiteColumns();
  const [collected, setCollected] = useState<PastDueRow | null>(null);
  const link = usePaymentLink();
  const columns: Column<PastDueRow>[] = [
    { title: 'Plan', dataIndex: 'plan', card: 'plain' },
    moneyColumn('Due', ({ due }) => due, { card: 'end', total: true }),
    time<PastDueRow>('Since', ({ since }) => since, { siteOf, dateOnly: true }),
    { title: 'Bank response', dataIndex: 'declined', wraps: true, card: 'hidden' },
    time<PastDueRow>('Next retry', ({ nextRetry }) => nextRetry, { siteOf, dateOnly: true, none: 'None', card: 'hidden' }),
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <span className={styles.actions}>
          <Call row={row} />
          {link.button(row)}
          <Button aria-label={`Collect: ${nameOf(row)}`} onClick={() => setCollected(row)}>
            Collect
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      {link.outcome}
      <WorklistTable
        rowKey="subscription"
        file="payments-due"
        columns={columns}
        empty="No past-due payments"
        pages={pages}
        answer={answer}
        readPage={(page) => read(worklistQuery(site, page)).unwrap()}
      />
      {collected && (
        <CollectDialog customer={collected.customer} subscription={collected.subscription} onClose={() => setCollected(null)} />
      )}
    </>
  );
}

function Incomplete({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useIncompleteListQuery(worklistQuery(site, pages.cursor));
  const [read] = useLazyIncompleteListQuery();
  const { time } = useSiteColumns();
  const link = usePaymentLink();
  const columns: Column<IncompleteRow>[] = [
    { title: 'Plan', dataIndex: 'plan', card: 'plain' },
    moneyColumn('Due', ({ due }) => due, { card: 'end' }),
    time<IncompleteRow>('Started', ({ begun }) => begun, { siteOf }),
    { title: 'Sold by', dataIndex: 'soldBy' },
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <span className={styles.actions}>
          <Call row={row} />
          {link.button(row)}
          <LinkButton to={`${paths.signUp}?customer=${encodeURIComponent(row.customer)}`} aria-label={`Continue Sign-up: ${nameOf(row)}`}>
            Continue Sign-up
          </LinkButton>
        </span>
      ),
    },
  ];
  return (
    <>
      {link.outcome}
      <WorklistTable
        rowKey="subscription"
        file="unfinished-sign-ups"
        columns={columns}
        empty="No unfinished sign-ups"
        pages={pages}
        answer={answer}
        readPage={(page) => read(worklistQuery(site, page)).unwrap()}
      />
    </>
  );
}

function OnlineSignUps({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useOnlineSignUpListQuery(worklistQuery(site, pages.cursor));
  const [read] = useLazyOnlineSignUpListQuery();
  const { time } = useSiteColumns();
  const columns: Column<OnlineSignUpRow>[] = [
    { title: 'Plan', dataIndex: 'plan', card: 'plain' },
    time<OnlineSignUpRow>('Signed up', ({ begun }) => begun, { siteOf }),
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <span className={styles.actions}>
          <Call row={row} />
          <LinkButton to={`${customerPath(row.customer)}#tools`} aria-label={`Complete: ${nameOf(row)}`}>
            Complete
          </LinkButton>
        </span>
      ),
    },
  ];
  return (
    <WorklistTable
      rowKey="subscription"
      file="online-sign-ups"
      columns={columns}
      empty="No online sign-ups to complete"
      pages={pages}
      answer={answer}
      readPage={(page) => read(worklistQuery(site, page)).unwrap()}
    />
  );
}

function Disputes({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useDisputeListQuery(worklistQuery(site, pages.cursor));
  const [read] = useLazyDisputeListQuery();
  const { time } = useSiteColumns();
  const columns: Column<DisputeToAnswer>[] = [
    moneyColumn('Amount', ({ amount }) => amount, { card: 'end', total: true }),
    { title: 'Reason', key: 'reason', card: 'plain', value: reasonOf, render: (_none, row) => reasonOf(row) },
    time<DisputeToAnswer>('Respond by', ({ deadline }) => deadline, { siteOf, dateOnly: true, none: 'No deadline' }),
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <LinkButton to={`${customerPath(row.customer)}#disputes`} aria-label={`Respond: ${nameOf(row)}`}>
          Respond
        </LinkButton>
      ),
    },
  ];
  return (
    <WorklistTable
      rowKey="dispute"
      file="disputes"
      columns={columns}
      empty="No disputes need a response"
      pages={pages}
      answer={answer}
      readPage={(page) => read(worklistQuery(site, page)).unwrap()}
    />
  );
}

const siteOf = ({ site }: { site: number | null }): number | null => site;
const nameOf = ({ name }: { name: string | null }): string => name ?? 'No name';
const reasonOf = ({ reason }: DisputeToAnswer): string => reason.replaceAll('_', ' ');

/** Calls the customer from a phone, or from a computer that has a phone program. */
function Call({ row: { name, phone } }: { row: { name: string | null; phone: string | null } }) {
  const number = phone && toE164(phone);
  return (
    number && (
      <Button href={`tel:${number}`} aria-label={`Call ${nameOf({ name })}: ${formatPhone(number)}`}>
        Call
      </Button>
    )
  );
}
