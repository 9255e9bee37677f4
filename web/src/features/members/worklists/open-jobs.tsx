import type { OpenJobRow } from '@washdesk/contracts/members/worklist';
import { dismissJob } from '@washdesk/contracts/system/job';
import { Button, Modal, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { useAtLeast } from '../../../lib/session/use-session.ts';
import { TimeOrNone, WorklistTable, type WorklistProps } from './worklist-table.tsx';
import { useDismissJobMutation, useOpenJobListQuery, useRetryJobMutation, worklistQuery } from './worklists-api.ts';
import styles from './worklists.module.css';

/** Jobs for other systems that did not succeed yet. An Admin tries one again, or dismisses it. */
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
      {retried.isError && <Failure title="The job was not tried again" error={retried.error} />}
      <WorklistTable
        rowKey="job"
        columns={isAdmin ? [...jobs, ...actions] : jobs}
        empty="Every other system was told everything"
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
      okText="Dismiss the Job"
      okButtonProps={{ danger: true }}
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>The job is not done any more. {row.name ? `See to ${row.name} by hand where need be.` : 'See to it by hand where need be.'}</p>
        <TextAreaField control={form.control} name="reason" label="Why it is not needed" rows={{ min: 2, max: 6 }} maxLength={500} />
        {error != null && <Failure title="The job was not dismissed" error={error} />}
      </form>
    </Modal>
  );
}

const jobs: TableColumnsType<OpenJobRow> = [
  { title: 'What', dataIndex: 'title', render: (title: string) => <span className={styles.words}>{title}</span> },
  {
    title: 'Why it waits',
    dataIndex: 'reason',
    render: (reason: string | null) => (reason === null ? 'It was not tried in time' : <span className={styles.words}>{reason}</span>),
  },
  { title: 'Since', key: 'since', render: (_value, { since, site }) => <TimeOrNone seconds={since} site={site} none="–" /> },
  {
    title: 'Next try',
    key: 'next',
    render: (_value, { nextTry, site }) => <TimeOrNone seconds={nextTry} site={site} none="Needs a person" />,
  },
];
