import { Modal } from 'antd';
import { dismissJob } from '@washdesk/contracts/system/job';
import { Failure } from '../../components/feedback/failure.tsx';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useDismissJobMutation } from './jobs-api.ts';

interface DismissJobDialogProps {
  job: string;
  title: string;
  /** The customer's name, if known. */
  name: string | null;
  onClose: () => void;
}

/** Dismisses a job with a reason: it doesn't run again. */
export function DismissJobDialog({ job, title, name, onClose }: DismissJobDialogProps) {
  const [dismiss, { isLoading, error }] = useDismissJobMutation();
  const form = useZodForm({
    schema: dismissJob.body,
    initial: { reason: '' },
    failure: error,
    onSubmit: async (body) => {
      if (!('error' in (await dismiss({ params: { id: job }, body })))) onClose();
    },
  });
  return (
    <Modal
      open
      title="Dismiss this job?"
      okText="Dismiss Job"
      okButtonProps={{ danger: true }}
      confirmLoading={isLoading}
      onOk={form.submit}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>
          {title} won’t run again. {name ? `Update ${name} by hand if needed.` : 'Make the change by hand if needed.'}
        </p>
        <TextAreaField control={form.control} name="reason" label="Reason" rows={{ min: 2, max: 6 }} maxLength={500} />
        {error != null && <Failure title="Couldn’t dismiss the job" error={error} />}
      </form>
    </Modal>
  );
}
