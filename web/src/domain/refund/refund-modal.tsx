import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useDialogFocus } from '../../components/feedback/use-dialog-focus.ts';

interface RefundModalProps {
  title: string;
  /** Whether the refund is being sent, which blocks closing. */
  busy: boolean;
  /** Whether another dialog above this one receives the Escape key. */
  covered?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of both refund dialogs. */
export function RefundModal({ title, busy, covered = false, onClose, children }: RefundModalProps) {
  const { content, placeFocus } = useDialogFocus();
  return (
    <Modal
      open
      title={title}
      footer={null}
      width={480}
      style={{ top: 40 }}
      closable={!busy}
      keyboard={!busy && !covered}
      mask={{ closable: false }}
      afterOpenChange={placeFocus}
      onCancel={onClose}
    >
      <div ref={content}>{children}</div>
    </Modal>
  );
}
