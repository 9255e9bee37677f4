import { Modal } from 'antd';
import { useCreateEnrolmentMutation } from './admin-api.ts';
import { EnrolmentForm } from './enrolment-form.tsx';
import { EnrolmentLink } from './enrolment-link.tsx';

/** Makes a one-time link: what the device will be, then the link, which is shown this once. */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const [create, { data, error, isLoading }] = useCreateEnrolmentMutation();
  return (
    <Modal open title={data ? 'Enrolment link' : 'Enrol a device'} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {data ? (
        <EnrolmentLink link={data.link} expires={data.expires} onDone={onClose} />
      ) : (
        <EnrolmentForm busy={isLoading} error={isLoading ? null : error} onCreate={(body) => void create({ body })} />
      )}
    </Modal>
  );
}
