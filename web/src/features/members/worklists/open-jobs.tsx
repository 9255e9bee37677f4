import { Button, Modal, type TableColumnsType } from 'antd';
import { useState } from 'react';
import type { OpenJobRow } from '@washdesk/contracts/members/worklist';
import { dismissJob } from '@washdesk/contracts/system/job';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { TimeOrNone, WorklistTable, type WorklistProps } from './worklist-table.tsx';
import { useDismissJobMutation, useOpenJobListQuery, useRetryJobMutation, worklistQuery } from './worklists-api.ts';
import styles from './worklists.module.css';

/** Jobs for other systems that have not succeeded yet. An Admin retries or dismisses one. */
export function OpenJobs({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useOpenJobListQuery(worklistQuery(site, pages.cursor));
  const isAdmin = useAtLeast('Admin');
  const [retry, retried] = useRetryJobMutation();
  const [dismissed, setDismissed] = useState<OpenJobRow | null>(null);
  const busy = retried.isLoading ? retried.originalArgs?.params.id : null;
  const actions: TableColumnsType<OpenJobRow> = [
    {
      title: 'Actions',
      key: 'actions',
      render: (_value, row) => (
        <span className={styles.actions}>
          <Button aria-label={`Try Again: ${row.title}`} loading={busy === row.job} onClick={() => void retry({ params: { id: row.job } })}>
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
        columns={isAdmin ? [...jobs, ...actions] : jobs}
        empty="All systems are up to date"
        pages={pages}
        answer={answer}
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

const jobs: TableColumnsType<OpenJobRow> = [
  { title: 'What', dataIndex: 'title', render: (title: string) => <span className={styles.words}>{title}</span> },
  {
    title: 'Reason',
    dataIndex: 'reason',
    render: (reason: string | null) => (reason === null ? 'The deadline passed' : <span className={styles.words}>{reason}</span>),
  },
  { title: 'Since', key: 'since', render: (_value, { since, site }) => <TimeOrNone seconds={since} site={site} none="–" /> },
  {
    title: 'Next try',
    key: 'next',
    render: (_value, { nextTry, site }) => <TimeOrNone seconds={nextTry} site={site} none="Needs attention" />,
  },
];
