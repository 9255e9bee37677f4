import type { Note } from '@washdesk/contracts/members/note';
import { Button, Checkbox, Popconfirm } from 'antd';
import { Failure } from '../../../../components/failure.tsx';
import { SiteTime } from '../../../../domain/site-time.tsx';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { useDeleteNoteMutation, useMarkNoteMutation } from '../customer-screen-api.ts';
import styles from './notes.module.css';

/** One note: when, by whom, what; its attention is switched by anyone, and an Admin may delete it. */
export function NoteItem({ note: { id, note, attention, TimeStamp, agent, customerId } }: { note: Note }) {
  const mayDelete = useAtLeast('Admin');
  const [mark, marked] = useMarkNoteMutation();
  const [remove, removed] = useDeleteNoteMutation();
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
        {mayDelete && (
          <Popconfirm title="Delete this note?" okText="Delete Note" cancelText="Keep it" onConfirm={() => void remove({ params: { id } })}>
            <Button size="small" danger loading={removed.isLoading}>
              Delete Note
            </Button>
          </Popconfirm>
        )}
      </div>
      {marked.error && <Failure title="The note's attention was not changed" error={marked.error} />}
      {removed.error && <Failure title="The note was not deleted" error={removed.error} />}
    </li>
  );
}
