import { Select, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { DisputeToAnswer, IncompleteRow, PastDueRow } from '@washdesk/contracts/members/worklist';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { Money } from '../../../domain/money.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerPath } from '../../../lib/paths.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { OpenJobs } from './open-jobs.tsx';
import { TimeOrNone, WorklistTable, type WorklistProps } from './worklist-table.tsx';
import { useDisputeListQuery, useIncompleteListQuery, usePastDueListQuery, worklistQuery } from './worklists-api.ts';
import styles from './worklists.module.css';

const everySite = 0;
const lists = { pastdue: 'Payment due', incomplete: 'Unfinished sign-ups', jobs: 'Open jobs' } as const;
const withDisputes = { pastdue: lists.pastdue, incomplete: lists.incomplete, disputes: 'Disputes', jobs: lists.jobs } as const;
type ListName = keyof typeof withDisputes;

/** /office/worklists: tasks over all customers (docs/rules/members.md#worklists). */
export function WorklistsScreen() {
  const modes: Partial<Record<ListName, string>> = useAtLeast('SupportCenter') ? withDisputes : lists;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: places } = useLocationsQuery();
  const [chosen, setChosen] = useState(everySite);
  const active = (Object.keys(modes) as ListName[]).find((name) => `#${name}` === hash) ?? 'pastdue';
  const sites = places?.locations.map(({ display_name: label, metadata }) => ({ value: Number(metadata.site), label })) ?? [];
  const site = chosen === everySite ? null : chosen;
  const List = { pastdue: PastDue, incomplete: Incomplete, disputes: Disputes, jobs: OpenJobs }[active];
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
  return <WorklistTable rowKey="subscription" columns={pastDue} empty="No past-due payments" pages={pages} answer={answer} />;
}

function Incomplete({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useIncompleteListQuery(worklistQuery(site, pages.cursor));
  return <WorklistTable rowKey="subscription" columns={incomplete} empty="No unfinished sign-ups" pages={pages} answer={answer} />;
}

function Disputes({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useDisputeListQuery(worklistQuery(site, pages.cursor));
  return <WorklistTable rowKey="dispute" columns={disputes} empty="No disputes need a response" pages={pages} answer={answer} />;
}

/** Links to the tab of the customer screen where the task is done. */
const tabLink = (customer: string, name: string | null, hash: string, label: string) => (
  <Link to={{ pathname: customerPath(customer), hash }} aria-label={`${label}: ${name ?? 'No name'}`}>
    {label}
  </Link>
);

const pastDue: TableColumnsType<PastDueRow> = [
  { title: 'Plan', dataIndex: 'plan', render: (plan: string | null) => plan ?? '–' },
  { title: 'Due', dataIndex: 'due', align: 'right', render: (cents: number) => <Money cents={cents} /> },
  { title: 'Since', key: 'since', render: (_value, { since, site }) => <TimeOrNone seconds={since} site={site} none="–" /> },
  {
    title: 'Bank response',
    dataIndex: 'declined',
    render: (words: string | null) => (words === null ? '–' : <span className={styles.words}>{words}</span>),
  },
  {
    title: 'Next retry',
    key: 'retry',
    render: (_value, { nextRetry, site }) => <TimeOrNone seconds={nextRetry} site={site} none="None" />,
  },
  { title: 'Actions', key: 'actions', render: (_value, { customer, name }) => tabLink(customer, name, 'payments', 'Payments') },
];

const incomplete: TableColumnsType<IncompleteRow> = [
  { title: 'Plan', dataIndex: 'plan', render: (plan: string | null) => plan ?? '–' },
  { title: 'Started', key: 'begun', render: (_value, { begun, site }) => <TimeOrNone seconds={begun} site={site} none="–" /> },
  { title: 'Sold by', dataIndex: 'soldBy', render: (name: string | null) => name ?? '–' },
  { title: 'Actions', key: 'actions', render: (_value, { customer, name }) => tabLink(customer, name, 'subscriptions', 'Subscriptions') },
];

const disputes: TableColumnsType<DisputeToAnswer> = [
  { title: 'Amount', dataIndex: 'amount', align: 'right', render: (cents: number) => <Money cents={cents} /> },
  { title: 'Reason', dataIndex: 'reason', render: (reason: string) => reason.replaceAll('_', ' ') },
  {
    title: 'Respond by',
    key: 'deadline',
    render: (_value, { deadline, site }) => <TimeOrNone seconds={deadline} site={site} none="No deadline" />,
  },
  { title: 'Actions', key: 'actions', render: (_value, { customer, name }) => tabLink(customer, name, 'disputes', 'Disputes') },
];
