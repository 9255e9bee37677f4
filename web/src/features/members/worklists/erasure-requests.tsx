import { Button, Modal } from 'antd';
import { useState } from 'react';
import { declineErasure } from '@washdesk/contracts/members/privacy';
import type { ErasureRequestRow } from '@washdesk/contracts/members/worklist';
import type { Column } from '../../../components/data/columns.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerDataPath } from '../../../lib/paths.ts';
import { showToast } from '../../../lib/toasts.ts';
import { nameOf } from './use-payment-link.tsx';
import { WorklistTable, type WorklistProps } from './worklist-table.tsx';
import { useDeclineErasureMutation, useErasureRequestListQuery, useLazyErasureRequestListQuery, worklistQuery } from './worklists-api.ts';
import styles from './worklists.module.css';

/** Members who asked to be erased. Each is erased on the screen of the customer's data, or declined with a reason that the member is sent. */
export function ErasureRequests({ site }: WorklistProps) {
  const pages = useCursorPages();
  const answer = useErasureRequestListQuery(worklistQuery(site, pages.cursor));
  const [read] = useLazyErasureRequestListQuery();
  const { time } = useSiteColumns();
  const [declined, setDeclined] = useState<ErasureRequestRow | null>(null);
  const columns: Column<ErasureRequestRow>[] = [
    time<ErasureRequestRow>('Requested', ({ since }) => since, { siteOf: (row) => row.site }),
    {
      title: 'Actions',
      key: 'actions',
      render: (_none, row) => (
        <span className={styles.actions}>
          <LinkButton to={customerDataPath(row.customer)} aria-label={`Show Data: ${nameOf(row)}`}>
            Show Data
          </LinkButton>
          <Button aria-label={`Decline: ${nameOf(row)}`} onClick={() => setDeclined(row)}>
            Decline
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <WorklistTable
        rowKey="request"
        file="erasure-requests"
        columns={columns}
        empty="No erasure requests"
        pages={pages}
        answer={answer}
        readPage={(page) => read(worklistQuery(site, page)).unwrap()}
      />
      {declined && <DeclineDialog key={declined.request} row={declined} onClose={() => setDeclined(null)} />}
    </>
  );
}

function DeclineDialog({ row, onClose }: { row: ErasureRequestRow; onClose: () => void }) {
  const [decline, { isLoading, error }] = useDeclineErasureMutation();
  const form = useZodForm({
    schema: declineErasure.body,
    initial: { reason: '' },
    failure: error,
    onSubmit: async (body) => {
      if ('error' in (await decline({ params: { id: row.customer }, body }))) return;
      showToast('Erasure request declined');
      onClose();
    },
  });
  return (
    <Modal
      open
      title={`Decline ${nameOf(row)}’s request?`}
      okText="Decline Request"
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>The reason is sent to the customer.</p>
        <TextAreaField control={form.control} name="reason" label="Reason" rows={{ min: 2, max: 6 }} maxLength={300} />
        {error != null && <Failure title="Couldn’t decline the request" error={error} />}
      </form>
    </Modal>
  );
}
