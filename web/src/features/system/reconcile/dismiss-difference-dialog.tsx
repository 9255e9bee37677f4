import { Modal } from 'antd';
import { dismissDifference } from '@washdesk/contracts/system/reconcile';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useDismissDifferenceMutation } from './reconcile-api.ts';

interface DismissDifferenceDialogProps {
  id: string;
  title: string;
  name: string;
  onClose: () => void;
}

/** Dismisses a difference with a reason, until its values change. */
export function DismissDifferenceDialog({ id, title, name, onClose }: DismissDifferenceDialogProps) {
  const [dismiss, { isLoading, error }] = useDismissDifferenceMutation();
  const form = useZodForm({
    schema: dismissDifference.body,
    initial: { reason: '' },
    failure: error,
    onSubmit: async (body) => {
      if (!('error' in (await dismiss({ params: { id }, body })))) onClose();
    },
  });
  return (
    <Modal
      open
      title="Dismiss this difference?"
      okText="Dismiss Difference"
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>{`${title}: both sides of ${name} stay as they are. The difference comes back when its values change.`}</p>
        <TextAreaField control={form.control} name="reason" label="Reason" rows={{ min: 2, max: 6 }} maxLength={500} />
        {error != null && <Failure title="Couldn’t dismiss the difference" error={error} />}
      </form>
    </Modal>
  );
}
