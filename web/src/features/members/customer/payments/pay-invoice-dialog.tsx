import { useState } from 'react';
import { payInvoice } from '@washdesk/contracts/billing/invoice';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { StoredCardChoice, useCardChoice } from '../../../../domain/cards/stored-card-choice.tsx';
import { usePayInvoiceMutation } from '../../../../domain/collect/collect-api.ts';
import { Money } from '../../../../domain/money.tsx';
import { usePrintAtRegister } from '../../../../domain/receipt-printing/use-print-at-register.ts';
import styles from '../../../../domain/actions/action-dialog.module.css';

interface PayInvoiceDialogProps {
  customer: string;
  invoice: { id: string; description: string; amount_remaining: number };
  onClose: () => void;
}

/** Pays an open or draft invoice with a stored card (docs/rules/billing.md#invoices). */
export function PayInvoiceDialog({ customer, invoice, onClose }: PayInvoiceDialogProps) {
  const card = useCardChoice(customer);
  const [done, setDone] = useState<string | null>(null);
  const [pay] = usePayInvoiceMutation();
  const print = usePrintAtRegister();
  const operation = useOperation(payInvoice, pay, ({ id, amount_paid: paid }) => {
    print({ id, kind: 'charge' });
    setDone(`Paid ${centsToDollars(paid)}.`);
  });
  const send = (): void => {
    if (card.chosen !== null) void operation.send({ params: { id: invoice.id }, query: { payment_method: card.chosen } });
  };
  return (
    <ActionDialog
      title="Pay Open Invoice"
      confirm="Pay"
      ready={card.chosen !== null && done === null}
      operation={operation}
      done={done}
      failed="Payment failed"
      onConfirm={send}
      onClose={onClose}
    >
      <p className={styles.due}>
        {invoice.description || 'Invoice'}{' '}
        <strong>
          <Money cents={invoice.amount_remaining} />
        </strong>
      </p>
      <StoredCardChoice customer={customer} chosen={card.chosen} onChoose={card.choose} />
      {card.isNone && <p role="status">No saved card. Capture one first.</p>}
    </ActionDialog>
  );
}
