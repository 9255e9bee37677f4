import { Modal } from 'antd';
import { differenceKinds, type DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { counted } from '@washdesk/rules/text/counts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { repairWords } from './difference-words.ts';
import { useRepairDifferencesMutation } from './reconcile-api.ts';

interface RepairAllDialogProps {
  kind: DifferenceKindName;
  site: number | null;
  /** The number that the user confirms. */
  count: number;
  onClose: () => void;
}

/** Repairs all differences of a kind, after their number is confirmed. */
export function RepairAllDialog({ kind, site, count, onClose }: RepairAllDialogProps) {
  const [repairAll, { isLoading, isError, error }] = useRepairDifferencesMutation();
  const nameOf = useSiteNames();
  const { title, repair } = differenceKinds[kind];
  const start = async (): Promise<void> => {
    const answer = await repairAll({ body: { kind, site, count } });
    if (!answer.data) return;
    showToast(`${title}: repairing ${counted(answer.data.repairing, 'difference')}`);
    onClose();
  };
  return (
    <Modal
      open
      title={`Repair ${counted(count, 'difference')}?`}
      okText={`Repair ${count}`}
      confirmLoading={isLoading}
      onOk={() => void start()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>
        {`${title}${site === null ? '' : ` at ${nameOf(site)}`}. They are repaired in the background. `}
        {repairWords[repair]} Each repair can be undone.
      </p>
      {isError && <Failure title="Couldn’t start the repair" error={error} />}
    </Modal>
  );
}
