import { Button } from 'antd';
import { useState } from 'react';
import type { Job, JobGroup } from '@washdesk/contracts/system/job';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { DismissJobDialog } from '../../../domain/jobs/dismiss-job-dialog.tsx';
import { useJobsQuery } from '../../../domain/jobs/jobs-api.ts';
import { useRetryJob } from '../../../domain/jobs/use-retry-job.ts';
import { countColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import styles from './jobs.module.css';

interface GroupJobsProps {
  group: JobGroup;
  customer: string | undefined;
  onClose: () => void;
}

const pageSize = 30;

const nameOf = ({ name, customer, title }: Job): string => name ?? customer ?? title;

/** The jobs of one target and cause, each to retry or dismiss. */
export function GroupJobs({ group: { what, site, cause, title }, customer, onClose }: GroupJobsProps) {
  const pages = useCursorPages();
  const query = { what, cause, customer, ...(site !== null && { site: String(site) }), page: pages.cursor };
  const { data, error, isFetching, refetch } = useJobsQuery({ query });
  const { busy, error: notRetried, retry } = useRetryJob();
  const [dismissed, setDismissed] = useState<Job | null>(null);
  const { time } = useSiteColumns();
  const seconds = (instant: string): number => Date.parse(instant) / 1_000;
  const columns: ScreenColumn<Job>[] = [
    {
      title: 'Customer',
      key: 'customer',
      card: 'title',
      render: (_none, job) => (job.customer === null ? 'No customer' : <CustomerLink id={job.customer} name={job.name} />),
    },
    { title: 'Reason', key: 'reason', card: 'plain', wraps: true, render: (_none, { reason }) => reason ?? 'The deadline passed' },
    countColumn('Tries', ({ attempts }) => attempts),
    time<Job>('Created', ({ created }) => seconds(created)),
    time<Job>('Deadline', ({ deadline }) => seconds(deadline)),
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      render: (_none, job) => (
        <span className={styles.actions}>
          <Button
            aria-label={`Try Again: ${nameOf(job)}`}
            loading={busy === job.id}
            onClick={() => void retry({ job: job.id, title: job.title })}
          >
            Try Again
          </Button>
          <Button aria-label={`Dismiss: ${nameOf(job)}`} onClick={() => setDismissed(job)}>
            Dismiss
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      {error && !isFetching && <Failure title="Couldn’t load jobs" error={error} onRetry={() => void refetch()} />}
      {notRetried != null && <Failure title="Couldn’t retry the job" error={notRetried} />}
      <Section title={title} flush actions={<Button onClick={onClose}>Close</Button>}>
        <DataTable
          label={title}
          rowKey="id"
          columns={columns}
          rows={data?.results}
          failed={error !== undefined && !isFetching}
          busy={isFetching}
          empty="No jobs left"
          partial
          file={null}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
      {dismissed && (
        <DismissJobDialog
          key={dismissed.id}
          job={dismissed.id}
          title={dismissed.title}
          name={dismissed.name}
          onClose={() => setDismissed(null)}
        />
      )}
    </>
  );
}
