import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useDialogFocus } from '../../../../components/feedback/use-dialog-focus.ts';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { useCustomerNotesQuery } from '../customer-screen-api.ts';
import styles from './customer-head.module.css';

/** Whether the user may be typing in this field of the customer's screen: a dialog that opens would take the remaining keys. */
const isWrittenIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox], [type=radio]), textarea') &&
  target.closest('[role=tabpanel], [role=dialog]') !== null;

/** Shows the attention notes once when a customer is opened, as soon as no field has the focus; they stay in the head. */
export function AttentionDialog({ customer }: { customer: string }) {
  const { data } = useCustomerNotesQuery({ params: { id: customer }, query: {} });
  /** Whether the customer was opened with attention notes. A note added later was written by the user who sees it. */
  const [state, setState] = useState<'loading' | 'waiting' | 'shown' | 'seen'>('loading');
  const { content, placeFocus } = useDialogFocus();
  if (state === 'loading' && data) setState(data.alerts.length > 0 ? 'waiting' : 'seen');
  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const showUnlessIn = (field: EventTarget | null): void => {
      if (!isWrittenIn(field)) setState('shown');
    };
    const left = ({ relatedTarget }: FocusEvent): void => showUnlessIn(relatedTarget);
    showUnlessIn(document.activeElement);
    document.addEventListener('focusout', left);
    return () => document.removeEventListener('focusout', left);
  }, [state]);
  if (state !== 'shown' || !data) return null;
  const close = () => setState('seen');
  return (
    <Modal open title="Customer Alert" footer={null} width={460} afterOpenChange={placeFocus} onCancel={close}>
      <div ref={content}>
        <ul className={styles.notes} aria-label="Notes that need attention">
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
