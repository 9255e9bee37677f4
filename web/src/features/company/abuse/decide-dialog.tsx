import { Modal } from 'antd';
import { decideAbuseFlag, type AbuseFlag } from '@washdesk/contracts/company/abuse';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDecideAbuseFlagMutation } from './abuse-api.ts';
import { kindOf, personOf } from './flag-words.ts';

export type Decision = 'dismissed' | 'confirmed';

const words: Readonly<Record<Decision, { title: string; lead: string; button: string; done: string; failed: string }>> = {
  dismissed: {
    title: 'Dismiss flag?',
    lead: 'The flag opens again only if there is new evidence.',
    button: 'Dismiss Flag',
    done: 'Flag dismissed',
    failed: 'Couldn’t dismiss the flag',
  },
  confirmed: {
    title: 'Confirm abuse?',
    lead: 'This records that you found abuse. The plan and its plates don’t change: change them on the customer’s page.',
    button: 'Confirm Abuse',
    done: 'Abuse confirmed',
    failed: 'Couldn’t confirm the abuse',
  },
};

interface DecideDialogProps {
  flag: AbuseFlag;
  decision: Decision;
  onClose: () => void;
}

/** Asks for the reason of a decision. */
export function DecideDialog({ flag, decision, onClose }: DecideDialogProps) {
  const [decide, { isLoading, error }] = useDecideAbuseFlagMutation();
  const { title, lead, button, done, failed } = words[decision];
  const form = useZodForm({
    schema: decideAbuseFlag.body.pick({ reason: true }),
    initial: { reason: '' },
    failure: error,
    onSubmit: async ({ reason }) => {
      const { data } = await decide({ params: { id: flag.id }, body: { decision, reason, lastSeen: flag.lastSeen } });
      if (!data) return;
      showToast(done);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={title}
      okText={button}
      okButtonProps={{ danger: decision === 'confirmed' }}
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>
          {personOf(flag)}: {kindOf(flag)}. {lead}
        </p>
        <TextAreaField control={form.control} name="reason" label="Reason" rows={{ min: 2, max: 6 }} maxLength={500} />
        {error != null && <Failure title={failed} error={error} />}
      </form>
    </Modal>
  );
}
