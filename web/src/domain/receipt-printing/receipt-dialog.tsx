import { Button, Modal, Skeleton } from 'antd';
import { useEffect } from 'react';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { printPage } from '../../lib/register-bridge/print-page.ts';
import { useReceiptPageMutation } from './receipt-api.ts';
import styles from './receipt-dialog.module.css';

interface ReceiptDialogProps {
  /** The id of a receipt, or Stripe's id of its object. */
  id: string;
  onClose: () => void;
}

/**
 * Shows a receipt as it prints, in a frame without scripts; it is fetched so that no URL contains a token. Printing opens the browser's
 * dialog: a lookup is done at a desk, not at the counter's printer.
 */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const [fetchPage, { data: page, error }] = useReceiptPageMutation();
  useEffect(() => {
    void fetchPage({ params: { id } });
  }, [fetchPage, id]);
  const print = (): void => {
    if (page !== undefined) void printPage(page);
  };
  useHotkey('F7', print);

  return (
    <Modal open title="Receipt" footer={null} width={440} onCancel={onClose}>
      {error != null && <Failure title="Couldn’t load the receipt" error={error} onRetry={() => void fetchPage({ params: { id } })} />}
      {page === undefined && error == null && (
        <div role="status" aria-label="Loading the receipt">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {page !== undefined && <iframe title={`Receipt ${id}`} className={styles.page} sandbox="" srcDoc={page} />}
      <div className={styles.actions}>
        <Button size="large" disabled={page === undefined} onClick={print} aria-keyshortcuts="F7">
          Print Receipt
          <KeyHint>F7</KeyHint>
        </Button>
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
