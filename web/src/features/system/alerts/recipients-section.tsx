import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { AlertRecipient } from '@washdesk/contracts/system/alert';
import type { AlertChannel } from '@washdesk/rules/company/alerts';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CopyField } from '../../../components/input/copy-field.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { badgeColumn } from '../../../domain/list-columns.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { channelWords, listWords } from './alert-words.ts';
import { useAlertSecretQuery, useRemoveAlertRecipientMutation, useTestAlertRecipientMutation } from './alerts-api.ts';
import { RecipientDialog } from './recipient-dialog.tsx';
import styles from './alerts.module.css';

interface RecipientsSectionProps {
  recipients: readonly AlertRecipient[];
  channels: readonly AlertChannel[];
}

/** The recipients, each with the last message. */
export function RecipientsSection({ recipients, channels }: RecipientsSectionProps) {
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<AlertRecipient | null>(null);
  const [shown, setShown] = useState<AlertRecipient | null>(null);
  const [test, tested] = useTestAlertRecipientMutation();
  const sendTest = async ({ id, name }: AlertRecipient): Promise<void> => {
    const answer = await test({ params: { id } });
    if (answer.data) showToast(`Test message to ${name} queued`);
  };
  const columns: ScreenColumn<AlertRecipient>[] = [
    { title: 'Name', dataIndex: 'name', card: 'title' },
    { title: 'Channel', key: 'channel', render: (_none, { channel }) => channelWords[channel] },
    { title: 'Address', dataIndex: 'address', wraps: true },
    { title: 'Receives', key: 'list', render: (_none, { list }) => listWords[list] },
    badgeColumn('Last message', lastOf, { key: 'last' }),
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      render: (_none, recipient) => (
        <span className={styles.actions}>
          <Button
            aria-label={`Send Test: ${recipient.name}`}
            loading={tested.isLoading && tested.originalArgs?.params.id === recipient.id}
            onClick={() => void sendTest(recipient)}
          >
            Send Test
          </Button>
          {recipient.channel === 'webhook' && (
            <Button aria-label={`Show Secret: ${recipient.name}`} onClick={() => setShown(recipient)}>
              Show Secret
            </Button>
          )}
          <Button aria-label={`Remove: ${recipient.name}`} onClick={() => setRemoved(recipient)}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      {tested.error && <Failure title="Couldn’t send the test message" error={tested.error} />}
      <Section
        title="Recipients"
        flush
        actions={
          <Button type="primary" onClick={() => setAdding(true)}>
            Add Recipient
          </Button>
        }
      >
        <DataTable
          file={null}
          label="Recipients"
          rowKey="id"
          columns={columns}
          rows={recipients}
          failed={false}
          empty="No recipients yet. Alerts are only listed here until you add one."
        />
      </Section>
      {adding && <RecipientDialog channels={channels} onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog recipient={removed} onClose={() => setRemoved(null)} />}
      {shown && <SecretDialog recipient={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function lastOf({ last }: AlertRecipient): { tone: Tone; words: string } {
  if (last === null) return { tone: 'neutral', words: 'None yet' };
  if (last.state === 'sent') return { tone: 'go', words: 'Sent' };
  return last.state === 'waiting' ? { tone: 'neutral', words: 'Sending…' } : { tone: 'stop', words: last.reason ?? 'Failed' };
}

function RemoveDialog({ recipient: { id, name }, onClose }: { recipient: AlertRecipient; onClose: () => void }) {
  const [remove, { error, isLoading }] = useRemoveAlertRecipientMutation();
  const confirm = async (): Promise<void> => {
    const answer = await remove({ params: { id } });
    if (!answer.data) return;
    showToast(`${name} removed`);
    onClose();
  };
  return (
    <Modal
      open
      title={`Remove ${name}?`}
      okText="Remove Recipient"
      okButtonProps={{ danger: true, loading: isLoading }}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <p>{name} gets no more alerts.</p>
      {error && !isLoading && <Failure title="Couldn’t remove the recipient" error={error} />}
    </Modal>
  );
}

function SecretDialog({ recipient: { id, name }, onClose }: { recipient: AlertRecipient; onClose: () => void }) {
  const { data, error } = useAlertSecretQuery({ params: { id } });
  return (
    <Modal open title={`Signing secret of ${name}`} footer={null} onCancel={onClose}>
      <div className={styles.form}>
        <p className={styles.plain}>
          Each message has the header <code>Washdesk-Signature</code>: <code>t=…,v1=…</code>. v1 is the HMAC-SHA256 of “t.body” with this
          secret.
        </p>
        {data && <CopyField label="Secret" text={data.secret} />}
        {error && <Failure title="Couldn’t load the secret" error={error} />}
      </div>
    </Modal>
  );
}
