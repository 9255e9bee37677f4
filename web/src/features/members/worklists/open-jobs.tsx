import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { OpenJobRow } from '@washdesk/contracts/members/worklist';
import { dismissJob } from '@washdesk/contracts/system/job';
import type { Column } from '../../../components/data/columns.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { WorklistTable, type WorklistProps } from './worklist-table.tsx';
import {
  useDismissJobMutation,
  useLazyOpenJobListQuery,
  useOpenJobListQuery,
  useRetryJobMutation,
  worklistQuery,
} from './worklists-api.ts';
import styles from './worklists.module.css';

/** Jobs for other systems that have not succeeded yet. An Admin retries or dismisses one. */
export function OpenJobs({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useOpenJobListQuery(worklistQuery(site, pages.cursor));
  const isAdmin = useAtLeast('Admin');
  const [retry, retried] = useRetryJobMutation();
  const [dismissed, setDismissed] = useState<OpenJobRow | null>(null);
  const tryAgain = async ({ job, title }: OpenJobRow): Promise<void> => {
    const { error } = await retry({ params: { id: job } });
    if (!error) showToast(`${title}: restarted`);
    if (!isCallFailure(error) || error.code !== 'not_open') return;
    // the job succeeded meanwhile, and the list is being read again
    retried.reset();
    showToast(`${title}: already done`);
  };
  const busy = retried.isLoading ? retried.originalArgs?.params.id : null;
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
          <Button aria-label={`Try Again: ${row.title}`} loading={busy === row.job} onClick={() => void tryAgain(row)}>
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
      {retried.isError && <Failure title="Couldn’t retry the job" error={retried.error} />}
      <WorklistTable
        rowKey="job"
        file="open-jobs"
        columns={isAdmin ? [...jobs, ...actions] : jobs}
        empty="All systems are up to date"
        pages={pages}
        answer={answer}
        readPage={(page) => read(worklistQuery(site, page)).unwrap()}
      />
      {dismissed && <DismissDialog key={dismissed.job} row={dismissed} onClose={() => setDismissed(null)} />}
    </>
  );
}

function DismissDialog({ row, onClose }: { row: OpenJobRow; onClose: () => void }) {
  const [dismiss, { isLoading, error }] = useDismissJobMutation();
  const form = useZodForm({
    schema: dismissJob.body,
    initial: { reason: '' },
    failure: error,
    onSubmit: async (body) => {
      if (!('error' in (await dismiss({ params: { id: row.job }, body })))) onClose();
    },
  });
  return (
    <Modal
      open
      title={row.title}
      okText="Dismiss Job"
      okButtonProps={{ danger: true }}
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>The job won’t run again. {row.name ? `Update ${row.name} by hand if needed.` : 'Make the change by hand if needed.'}</p>
        <TextAreaField control={form.control} name="reason" label="Reason" rows={{ min: 2, max: 6 }} maxLength={500} />
        {error != null && <Failure title="Couldn’t dismiss the job" error={error} />}
      </form>
    </Modal>
  );
}

const reasonOf = ({ reason }: OpenJobRow): string => reason ?? 'The deadline passed';
