import { Button } from 'antd';
import { useSearchParams } from 'react-router-dom';
import type { JobGroup } from '@washdesk/contracts/system/job';
import { jobCauses } from '@washdesk/rules/company/job-causes';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { useJobGroupsQuery, useRetryJobsMutation } from '../../../domain/jobs/jobs-api.ts';
import { badgeColumn, countColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { customerPath, paths } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toasts.ts';
import { GroupJobs } from './group-jobs.tsx';
import styles from './jobs.module.css';

const pollMs = 15_000;

const secondsOf = (time: string): number => Date.parse(time) / 1_000;
const keyOf = ({ what, site, cause }: Pick<JobGroup, 'what' | 'site' | 'cause'>): string => [what, site ?? '', cause].join(' ');
const causeOf = ({ cause }: JobGroup) => known(jobCauses, cause, jobCauses.other);

/** /admin/jobs: what other systems must still receive, by target and cause (docs/rules/company.md#pending-jobs). */
export function JobsScreen() {
  const [search, setSearch] = useSearchParams();
  const customer = search.get('customer') ?? undefined;
  const polling = { pollingInterval: pollMs, skipPollingIfUnfocused: true };
  const { data, error, isFetching, refetch } = useJobGroupsQuery({ query: { customer } }, polling);
  const [retryAll, retried] = useRetryJobsMutation();
  const { time } = useSiteColumns();
  const chosen = data?.groups.find((group) => keyOf(group) === search.get('group'));
  const choose = (group: JobGroup | null): void =>
    setSearch({ ...(customer !== undefined && { customer }), ...(group && { group: keyOf(group) }) }, { replace: true });
  const retry = async ({ what, site, cause, title }: JobGroup): Promise<void> => {
    const answer = await retryAll({ body: { what, site, cause } });
    if (answer.data) showToast(`${title}: ${counted(answer.data.retried, 'job')} restarted`);
  };
  const columns: Column<JobGroup>[] = [
    {
      title: 'Jobs',
      dataIndex: 'title',
      card: 'title',
      wraps: true,
      value: ({ title }) => title,
      render: (title: string, group) => (
        <Button
          type="link"
          className={styles.name}
          aria-expanded={group === chosen}
          onClick={() => choose(group === chosen ? null : group)}
        >
          {title}
        </Button>
      ),
    },
    {
      title: 'Cause',
      key: 'cause',
      card: 'plain',
      wraps: true,
      value: (row) => causeOf(row).words,
      render: (_none, row) => causeOf(row).words,
    },
    {
      title: 'What to do',
      key: 'action',
      card: 'plain',
      wraps: true,
      value: (row) => causeOf(row).action,
      // not cut after two lines
      render: (_none, row) => <span>{causeOf(row).action}</span>,
    },
    countColumn('Open', ({ count }) => count, { total: true }),
    time<JobGroup>('Oldest', ({ oldest }) => secondsOf(oldest), { siteOf: ({ site }) => site }),
    time<JobGroup>('Next try', ({ nextTry }) => (nextTry === null ? null : secondsOf(nextTry)), {
      siteOf: ({ site }) => site,
      none: 'None',
    }),
    badgeColumn('State', ({ count, needPerson }) =>
      needPerson === 0
        ? { tone: 'wait', words: 'Retrying' }
        : { tone: 'stop', words: needPerson === count ? 'Needs attention' : `${needPerson} of ${count} need attention` },
    ),
    ...(customer === undefined ? [actionsOf(retried.isLoading ? keyOf(retried.originalArgs!.body) : null, retry)] : []),
  ];
  return (
    <Page
      wide
      title="Pending jobs"
      actions={
        <Button loading={isFetching && data !== undefined} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <p>
        Sitewatch, the loyalty system, printers and message services receive each change as a job. These jobs haven’t succeeded yet. They
        are retried automatically until their deadline.
      </p>
      {customer !== undefined && (
        <div className={styles.filter}>
          <span>Only the jobs of one customer.</span>
          <LinkButton to={customerPath(customer)}>Show Customer</LinkButton>
          <LinkButton to={paths.pendingJobs}>Show All Jobs</LinkButton>
        </div>
      )}
      {error && !data && <Failure title="Couldn’t load jobs" error={error} onRetry={() => void refetch()} />}
      {retried.isError && <Failure title="Couldn’t retry the jobs" error={retried.error} />}
      <Section flush>
        <DataTable
          label="Open jobs by target and cause"
          rowKey={keyOf}
          columns={columns}
          rows={data?.groups}
          failed={error !== undefined && !isFetching}
          empty="No open jobs. Every system is up to date."
          file="pending-jobs"
        />
      </Section>
      {chosen && <GroupJobs key={keyOf(chosen)} group={chosen} customer={customer} onClose={() => choose(null)} />}
    </Page>
  );
}

const actionsOf = (busy: string | null, onRetry: (group: JobGroup) => Promise<void>): Column<JobGroup> => ({
  title: 'Actions',
  key: 'actions',
  align: 'right',
  render: (_none, group) => (
    <Button
      aria-label={`Retry All: ${group.title}, ${causeOf(group).words}`}
      loading={busy === keyOf(group)}
      onClick={() => void onRetry(group)}
    >
      Retry All
    </Button>
  ),
});
