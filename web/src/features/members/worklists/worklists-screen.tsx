import { Button, Select } from 'antd';
import { useState, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DisputeToAnswer, IncompleteRow, OnlineSignUpRow, PastDueRow } from '@washdesk/contracts/members/worklist';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { capitalized } from '@washdesk/rules/text/capitalized';
import type { Column } from '../../../components/data/columns.ts';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { CollectDialog } from '../../../domain/collect/collect-dialog.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerPath, signUpPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useLocationsQuery } from '../../../lib/startup-api.ts';
import { CallButton } from './call-button.tsx';
import { ErasureRequests } from './erasure-requests.tsx';
import { OpenJobs } from './open-jobs.tsx';
import { OwedTable } from './owed-table.tsx';
import { nameOf } from './use-payment-link.tsx';
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

interface Worklist {
  label: string;
  /** The lowest role that sees the list; null for every role. */
  role: RoleName | null;
  List: ComponentType<WorklistProps>;
}

/** In the order of the tabs; the first one that the user sees is open by default. */
const lists: Readonly<Record<string, Worklist>> = {
  pastdue: { label: 'Payment due', role: 'SalesManager', List: PastDue },
  incomplete: { label: 'Unfinished sign-ups', role: 'SalesManager', List: Incomplete },
  online: { label: 'Online sign-ups', role: null, List: OnlineSignUps },
  disputes: { label: 'Disputes', role: 'SupportCenter', List: Disputes },
  erasures: { label: 'Erasure requests', role: 'SupportCenter', List: ErasureRequests },
  jobs: { label: 'Open jobs', role: 'SalesManager', List: OpenJobs },
};

/** /office/worklists: tasks over all customers (docs/rules/members.md#worklists). */
export function WorklistsScreen() {
  const roles = useSession()?.user.roles ?? 0;
  const seen = Object.entries(lists).filter(([, { role }]) => role === null || atLeast(roles, Role[role]));
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: places } = useLocationsQuery();
  const [chosen, setChosen] = useState(everySite);
  const [active, { List }] = seen.find(([name]) => `#${name}` === hash) ?? seen[0]!;
  const sites = places?.locations.map(({ display_name: label, metadata }) => ({ value: Number(metadata.site), label })) ?? [];
  const site = chosen === everySite ? null : chosen;
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
        modes={Object.fromEntries(seen.map(([name, { label }]) => [name, label]))}
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
  return (
    <>
      <OwedTable<PastDueRow>
        file="payments-due"
        columns={[
          { title: 'Plan', dataIndex: 'plan', card: 'plain' },
          moneyColumn<PastDueRow>('Due', ({ due }) => due, { card: 'end', total: true }),
          time<PastDueRow>('Since', ({ since }) => since, { siteOf, dateOnly: true }),
          {
            title: 'Bank response',
            dataIndex: 'declined',
            wraps: true,
            card: 'hidden',
            render: (code) => (code === null ? '–' : bankReason(code)),
          },
          time<PastDueRow>('Next retry', ({ nextRetry }) => nextRetry, { siteOf, dateOnly: true, none: 'None', card: 'hidden' }),
        ]}
        renderAction={(row) => (
          <Button aria-label={`Collect: ${nameOf(row)}`} onClick={() => setCollected(row)}>
            Collect
          </Button>
        )}
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
  return (
    <OwedTable<IncompleteRow>
      file="unfinished-sign-ups"
      columns={[
        { title: 'Plan', dataIndex: 'plan', card: 'plain' },
        moneyColumn<IncompleteRow>('Due', ({ due }) => due, { card: 'end' }),
        time<IncompleteRow>('Started', ({ begun }) => begun, { siteOf }),
        { title: 'Sold by', dataIndex: 'soldBy' },
      ]}
      renderAction={(row) => (
        <LinkButton to={signUpPath(row.customer)} aria-label={`Continue Sign-up: ${nameOf(row)}`}>
          Continue Sign-up
        </LinkButton>
      )}
      empty="No unfinished sign-ups"
      pages={pages}
      answer={answer}
      readPage={(page) => read(worklistQuery(site, page)).unwrap()}
    />
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
          <CallButton row={row} />
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

/** Returns a decline code in words: the bank gives no reason with `generic_decline`. */
const bankReason = (code: string): string => (code === 'generic_decline' ? 'No details' : capitalized(code.replaceAll('_', ' ')));
const siteOf = ({ site }: { site: number | null }): number | null => site;
const reasonOf = ({ reason }: DisputeToAnswer): string => reason.replaceAll('_', ' ');
