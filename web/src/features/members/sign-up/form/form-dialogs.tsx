import { Button, Modal } from 'antd';
import type { Customer } from '@washdesk/contracts/members/customer';
import type { CapturedCard } from '../../../../domain/card-capture/captured-card.ts';
import { CardCaptureDialog } from '../../../../domain/card-capture/card-capture-dialog.tsx';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { FoundCustomersDialog } from '../../../../domain/customers/found-customers-dialog.tsx';
import styles from './dialogs.module.css';

/** A dialog over the form. */
export type FormDialog =
  | { mode: 'foundcustomers'; field: 'plate' | 'tag'; code: string; customers: readonly Customer[] }
  | { mode: 'platewarning'; why: string; plate: string }
  | { mode: 'capturing' }
  | { mode: 'clear' };

interface FormDialogsProps {
  dialog: FormDialog | undefined;
  customer: string | null;
  onCaptured: (card: CapturedCard) => void;
  onClear: () => void;
  onClose: () => void;
}

export function FormDialogs({ dialog, customer, onCaptured, onClear, onClose }: FormDialogsProps) {
  switch (dialog?.mode) {
    case 'foundcustomers':
      return <FoundCustomersDialog code={dialog.code} customers={dialog.customers} onClose={onClose} />;
    case 'platewarning':
      return <PlateWarning why={dialog.why} plate={dialog.plate} onClose={onClose} />;
    case 'capturing':
      return <CardCaptureDialog customer={customer} onCaptured={onCaptured} onClose={onClose} />;
    case 'clear':
      return <ClearDialog onClear={onClear} onClose={onClose} />;
    case undefined:
      return null;
  }
}

function PlateWarning({ why, plate, onClose }: { why: string; plate: string; onClose: () => void }) {
  return (
    <Modal
      open
      title="Plate and plan"
      onCancel={onClose}
      footer={
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Ok
        </Button>
      }
    >
      <p role="alert" className={styles.why}>
        {why}
      </p>
      <VehicleCode code={plate} size="large" />
    </Modal>
  );
}

function ClearDialog({ onClear, onClose }: { onClear: () => void; onClose: () => void }) {
  return (
    <Modal
      open
      title="Clear the form?"
      onCancel={onClose}
      footer={[
        <Button key="keep" size="large" autoFocus onClick={onClose}>
          Keep Form
        </Button>,
        <Button key="clear" type="primary" danger size="large" onClick={onClear}>
          Clear Form
        </Button>,
      ]}
    >
      <p>Everything you entered is lost, including the captured card.</p>
    </Modal>
  );
}
