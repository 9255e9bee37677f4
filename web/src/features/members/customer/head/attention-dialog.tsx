import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useDialogFocus } from '../../../../components/use-dialog-focus.ts';
import { SiteTime } from '../../../../domain/site-time.tsx';
import { useCustomerNotesQuery } from '../customer-screen-api.ts';
import styles from './customer-head.module.css';

/** The notes that call for attention, once when a customer is opened; they stay in the head. */
export function AttentionDialog({ customer }: { customer: string }) {
  const { data } = useCustomerNotesQuery({ params: { id: customer }, query: {} });
  /** Whether the customer was opened with notes to see: one that is added later was written by who looks at it. */
  const [state, setState] = useState<'loading' | 'shown' | 'seen'>('loading');
  const { content, placeFocus } = useDialogFocus();
  if (state === 'loading' && data) setState(data.alerts.length > 0 ? 'shown' : 'seen');
  if (state !== 'shown' || !data) return null;
  const close = () => setState('seen');
  return (
    <Modal open title="Customer Alert" footer={null} width={460} afterOpenChange={placeFocus} onCancel={close}>
      <div ref={content}>
        <ul className={styles.notes} aria-label="Notes that call for attention">
          {data.alerts.map(({ id, note, agent, TimeStamp }) => (
            <li key={id}>
              <p>{note}</p>
              <span className={styles.vehicle}>
                {agent} · <SiteTime seconds={Date.parse(TimeStamp) / 1_000} site={null} />
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.ok}>
          <Button type="primary" size="large" onClick={close}>
            Ok
          </Button>
        </div>
      </div>
    </Modal>
  );
}
