import { Button, Checkbox, Popconfirm } from 'antd';
import { deleteNote, type Note } from '@washdesk/contracts/members/note';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useDeleteNoteMutation, useMarkNoteMutation } from '../customer-screen-api.ts';
import styles from './notes.module.css';

/** One note with its date, author and text. Any user can switch its attention; deleting it needs an Admin or an Admin's approval. */
export function NoteItem({ note: { id, note, attention, TimeStamp, agent, customerId } }: { note: Note }) {
  const mayDelete = useAtLeast('Admin');
  const [mark, marked] = useMarkNoteMutation();
  const [remove] = useDeleteNoteMutation();
  const removing = useOperation(deleteNote, remove, () => undefined);
  return (
    <li className={styles.note}>
      <div className={styles.about}>
        <SiteTime seconds={Date.parse(TimeStamp) / 1_000} site={null} />
        <span>{agent}</span>
      </div>
      <p className={styles.text}>{note}</p>
      <div className={styles.switches}>
        <Checkbox
          checked={attention === 1}
          disabled={marked.isLoading}
          onChange={({ target }) =>
            void mark({ params: { id }, query: { customerid: customerId }, body: { attention: target.checked ? 1 : 0 } })
          }
        >
          Attention
        </Checkbox>
        <Popconfirm
          title="Delete this note?"
          okText="Delete Note"
          cancelText="Cancel"
          onConfirm={() => void removing.send({ params: { id } }, `Delete the note of ${agent}`)}
        >
          <Button danger={mayDelete} type={mayDelete ? 'default' : 'text'} loading={removing.busy}>
            {mayDelete ? 'Delete Note' : 'Delete Note (needs approval)'}
          </Button>
        </Popconfirm>
      </div>
      {marked.error && <Failure title="Couldn’t update the note" error={marked.error} />}
      <OperationOutcome failed="Couldn’t delete the note" operation={removing} />
    </li>
  );
}
