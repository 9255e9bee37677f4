import { Button } from 'antd';
import { useState } from 'react';
import type { OpenJobRow } from '@washdesk/contracts/members/worklist';
import type { Column } from '../../../components/data/columns.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { DismissJobDialog } from '../../../domain/jobs/dismiss-job-dialog.tsx';
import { useRetryJob } from '../../../domain/jobs/use-retry-job.ts';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { paths } from '../../../lib/paths.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { WorklistTable, type WorklistProps } from './worklist-table.tsx';
import { useLazyOpenJobListQuery, useOpenJobListQuery, worklistQuery } from './worklists-api.ts';
import styles from './worklists.module.css';

/** Jobs for other systems that have not succeeded yet. An Admin retries or dismisses one. */
export function OpenJobs({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useOpenJobListQuery(worklistQuery(site, pages.cursor));
  const isAdmin = useAtLeast('Admin');
  const { busy, error: notRetried, retry } = useRetryJob();
  const [dismissed, setDismissed] = useState<OpenJobRow | null>(null);
  const { time } = useSiteColumns();
  const [read] = useLazyOpenJobListQuery();
  const siteOf = ({ site: at }: OpenJobRow): number | null => at;
  const jobs: Column<OpenJobRow>[] = [
    { title: 'What', dataIndex: 'title', wraps: true, card: 'plain' },
    { title: 'Reason', key: 'reason', wraps: true, card: 'plain', value: reasonOf, render: (_none, row) => reasonOf(row) },
    time<OpenJobRow>('Since', ({ since }) => since, { siteOf }),
    time<OpenJobRow>('Next try', ({ nextTry }) => nextTry, { siteOf, none: 'Needs attention' }),
  ];
  const actions: Column<OpenJobRow>[] = [
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <span className={styles.actions}>
          <Button aria-label={`Try Again: ${row.title}`} loading={busy === row.job} onClick={() => void retry(row)}>
            Try Again
          </Button>
          <Button aria-label={`Dismiss: ${row.title}`} onClick={() => setDismissed(row)}>
            Dismiss
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      {isAdmin && <LinkButton to={paths.pendingJobs}>Show by Cause</LinkButton>}
      {notRetried != null && <Failure title="Couldn’t retry the job" error={notRetried} />}
      <WorklistTable
        rowKey="job"
        file="open-jobs"
        columns={isAdmin ? [...jobs, ...actions] : jobs}
        empty="All systems are up to date"
        pages={pages}
        answer={answer}
        readPage={(page) => read(worklistQuery(site, page)).unwrap()}
      />
      {dismissed && <DismissJobDialog {...dismissed} key={dismissed.job} onClose={() => setDismissed(null)} />}
    </>
  );
}

const reasonOf = ({ reason }: OpenJobRow): string => reason ?? 'The deadline passed';
