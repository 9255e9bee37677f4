import { Button, Modal } from 'antd';
import { z } from 'zod';
import { changeRollout, type Rollout } from '@washdesk/contracts/sites/release';
import type { RolloutAction } from '@washdesk/rules/company/rollouts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useChangeRolloutMutation } from './releases-api.ts';
import { actionWords } from './rollout-words.ts';
import styles from './releases.module.css';

/** A reason of at least three characters. */
export const typedReason = z.string().regex(/\S.*\S.*\S/u, 'Enter a reason');

interface RolloutActionDialogProps {
  rollout: Rollout;
  action: RolloutAction;
  onClose: () => void;
}

/** Asks for the reason of an action on a rollout. */
export function RolloutActionDialog({ rollout, action, onClose }: RolloutActionDialogProps) {
  const [change, { error, isLoading }] = useChangeRolloutMutation();
  const words = actionWords[action];
  const { control, submit } = useZodForm({
    schema: z.object({ reason: typedReason }).pipe(changeRollout.body.pick({ reason: true })),
    initial: { reason: '' },
    failure: isLoading ? null : error,
    onSubmit: async ({ reason }) => {
      const { data } = await change({ params: { id: rollout.id }, body: { action, reason } });
      if (!data) return;
      showToast(words.done(rollout.version));
      onClose();
    },
  });
  return (
    <Modal open title={words.title} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <p className={styles.plain}>{words.lead(rollout)}</p>
        <TextField control={control} name="reason" label="Reason" placeholder={words.placeholder} maxLength={200} autoFocus />
        {error && !isLoading && <Failure title={words.failed} error={error} />}
        <Button type="primary" danger={action === 'cancel'} htmlType="submit" size="large" block loading={isLoading}>
          {words.button}
        </Button>
      </form>
    </Modal>
  );
}
