import { Button, Modal, Select } from 'antd';
import { useWatch } from 'react-hook-form';
import { addAlertRecipient } from '@washdesk/contracts/system/alert';
import { alertLists, type AlertChannel } from '@washdesk/rules/company/alerts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { addressWords, channelWords, listWords } from './alert-words.ts';
import { useAddAlertRecipientMutation } from './alerts-api.ts';
import styles from './alerts.module.css';

interface RecipientDialogProps {
  channels: readonly AlertChannel[];
  onClose: () => void;
}

/** Adds a recipient of alerts. */
export function RecipientDialog({ channels, onClose }: RecipientDialogProps) {
  const [add, { error, isLoading }] = useAddAlertRecipientMutation();
  const { control, submit } = useZodForm({
    schema: addAlertRecipient.body,
    initial: { channel: channels[0] ?? 'webhook', name: '', address: '', list: 'first' },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const { data } = await add({ body });
      if (!data) return;
      showToast(`${body.name} added`);
      onClose();
    },
  });
  const { label, example } = addressWords[useWatch({ control, name: 'channel' })];
  return (
    <Modal open title="Add recipient" footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField control={control} name="name" label="Name" placeholder="IT on call" maxLength={60} />
        <FormField control={control} name="channel" label="Channel">
          {(bound) => <Select {...bound} size="large" options={channels.map((value) => ({ value, label: channelWords[value] }))} />}
        </FormField>
        <TextField control={control} name="address" label={label} placeholder={example} maxLength={500} />
        <FormField control={control} name="list" label="Receives">
          {(bound) => <Select {...bound} size="large" options={alertLists.map((value) => ({ value, label: listWords[value] }))} />}
        </FormField>
        {error && !isLoading && <Failure title="Couldn’t add the recipient" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Add Recipient
        </Button>
      </form>
    </Modal>
  );
}
