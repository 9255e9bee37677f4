import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { eraseCustomer, erasureReasons } from '@washdesk/contracts/members/privacy';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useDialogFocus } from '../../../components/feedback/use-dialog-focus.ts';
import { Field } from '../../../components/input/field.tsx';
import { useStepUp } from '../../../domain/step-up/use-step-up.tsx';
import { approvalCanceled, type CallFailure } from '../../../lib/api/call-failure.ts';
import { retryIdempotent } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useEraseCustomerMutation } from './privacy-api.ts';
import styles from './privacy.module.css';

type Reason = (typeof erasureReasons)[number];

const reasonLabels: Readonly<Record<Reason, string>> = {
  requested: 'The customer requested it',
  duplicate: 'Entered twice',
  'test-data': 'Test data',
  retention: 'No longer needed',
};

/** Less than the time for which the API replays a key. */
const lifetimeMs = 12 * 3_600_000;
const requests = pendingRequests('customer-erasure', lifetimeMs);

interface Props {
  customer: string;
  name: string | null;
  onClose: () => void;
}

/** Confirms an erasure: the reason from a list, and the customer's id typed, because it can't be undone. */
export function EraseDialog({ customer, name, onClose }: Props) {
  const [reason, setReason] = useState<Reason | null>(null);
  const [typed, setTyped] = useState('');
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<{ error: CallFailure; unknown: boolean } | null>(null);
  const [erase] = useEraseCustomerMutation();
  const stepUp = useStepUp();
  const { content, placeFocus } = useDialogFocus();
  const ready = reason !== null && typed.trim() === customer;

  const send = async (): Promise<void> => {
    if (reason === null) return;
    setSending(true);
    setFailure(null);
    const subject = `${customer} ${reason}`;
    const call = { params: { id: customer }, body: { reason }, idempotencyKey: requests.idFor(subject) };
    const outcome = await retryIdempotent(() => stepUp.ask(eraseCustomer, call, erase, `Erase ${name ?? customer} permanently`));
    setSending(false);
    if (outcome.kind !== 'unknown') requests.settle(subject);
    if (outcome.kind === 'done') {
      showToast('Erasure started. The steps are listed below.');
      onClose();
    } else if (outcome.failure.code !== approvalCanceled) {
      setFailure({ error: outcome.failure, unknown: outcome.kind === 'unknown' });
    }
  };
  return (
    <>
      <Modal
        open
        title="Erase customer?"
        footer={null}
        width={520}
        style={{ top: 40 }}
        closable={!sending}
        keyboard={!sending}
        mask={{ closable: false }}
        afterOpenChange={placeFocus}
        onCancel={onClose}
      >
        <div ref={content} className={styles.dialog}>
          <p>
            {name ?? 'The customer'} is deleted at Stripe, and erased here, in Sitewatch and at Stripe. Payments and washes stay for the
            books, without name, plate or contact. This can’t be undone.
          </p>
          <Field label="Reason">
            {(control) => (
              <Select
                {...control}
                size="large"
                placeholder="Choose a reason"
                options={erasureReasons.map((value) => ({ value, label: reasonLabels[value] }))}
                value={reason}
                onChange={setReason}
              />
            )}
          </Field>
          <Field label={`Type ${customer} to confirm`}>
            {(control) => (
              <Input
                {...control}
                size="large"
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {failure && (
            <Failure title={failure.unknown ? 'Still checking whether it started' : 'Couldn’t erase the customer'} error={failure.error} />
          )}
          <div className={styles.actions}>
            <Button size="large" disabled={sending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="primary" danger size="large" loading={sending} disabled={!ready} onClick={() => void send()}>
              {failure?.unknown ? 'Check' : 'Erase Customer'}
            </Button>
          </div>
        </div>
      </Modal>
      {stepUp.dialog}
    </>
  );
}
